-- On a server the shop finds them there when it is started again.
INSERT INTO merchant (name, grace_seconds)
  SELECT name, grace_seconds FROM (SELECT 'acme' AS name, 0 AS grace_seconds UNION ALL SELECT 'vip', 20) fresh
  WHERE NOT EXISTS (SELECT 1 FROM merchant m WHERE m.name = fresh.name);
INSERT INTO stock (sku, price, available, reserved)
  SELECT sku, price, 100, 0 FROM (SELECT 'TEA' AS sku, 12.50 AS price UNION ALL SELECT 'CUP', 8.00) fresh
  WHERE NOT EXISTS (SELECT 1 FROM stock s WHERE s.sku = fresh.sku);
INSERT INTO warehouse_shelf (sku, free, held)
  SELECT sku, 100, 0 FROM (SELECT 'TEA' AS sku UNION ALL SELECT 'CUP') fresh
  WHERE NOT EXISTS (SELECT 1 FROM warehouse_shelf w WHERE w.sku = fresh.sku);
