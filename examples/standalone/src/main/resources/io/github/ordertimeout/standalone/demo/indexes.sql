CREATE INDEX shop_order_open ON shop_order (status, created_at);
CREATE INDEX order_item_order ON order_item (order_id);
CREATE TABLE stock_before AS SELECT * FROM sku_stock;
