-- The shop.
CREATE TABLE IF NOT EXISTS merchant (
  name VARCHAR(40) PRIMARY KEY,
  grace_seconds INT NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS stock (
  sku VARCHAR(40) PRIMARY KEY,
  price DECIMAL(12, 2) NOT NULL,
  available INT NOT NULL,
  reserved INT NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS orders (
  id BIGINT AUTO_INCREMENT PRIMARY KEY,
  merchant VARCHAR(40) NOT NULL,
  amount DECIMAL(12, 2) NOT NULL,
  status VARCHAR(20) NOT NULL,
  created_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  paid_at TIMESTAMP(3) NULL,
  paid_by VARCHAR(128) NULL,
  closed_at TIMESTAMP(3) NULL
) ENGINE = InnoDB;
-- what the engine scans by
CREATE INDEX IF NOT EXISTS orders_due ON orders (status, created_at, id);
CREATE TABLE IF NOT EXISTS order_item (
  order_id BIGINT NOT NULL,
  sku VARCHAR(40) NOT NULL,
  quantity INT NOT NULL,
  PRIMARY KEY (order_id, sku)
) ENGINE = InnoDB;
-- what follows a payment: its key makes sure that it does so once
CREATE TABLE IF NOT EXISTS shipment (
  order_id BIGINT PRIMARY KEY
) ENGINE = InnoDB;

-- The warehouse, in a real life in a database of its own.
CREATE TABLE IF NOT EXISTS warehouse_shelf (
  sku VARCHAR(40) PRIMARY KEY,
  free INT NOT NULL,
  held INT NOT NULL
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS warehouse_hold (
  order_id BIGINT NOT NULL,
  sku VARCHAR(40) NOT NULL,
  quantity INT NOT NULL,
  PRIMARY KEY (order_id, sku)
) ENGINE = InnoDB;
-- as V1__apply_once.sql in the jar of order-timeout-apply-once says
CREATE TABLE IF NOT EXISTS order_timeout_applied (
  applied_key VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  applied_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (applied_key)
) ENGINE = InnoDB;
CREATE INDEX IF NOT EXISTS order_timeout_applied_at ON order_timeout_applied (applied_at);
