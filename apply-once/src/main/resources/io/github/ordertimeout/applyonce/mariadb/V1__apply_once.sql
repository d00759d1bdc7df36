CREATE TABLE order_timeout_applied (
  applied_key VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (applied_key),
  KEY order_timeout_applied_at (applied_at)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC;
