CREATE TABLE order_timeout_applied (
  applied_key varchar(512) NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (applied_key)
);
CREATE INDEX order_timeout_applied_at ON order_timeout_applied (applied_at);
