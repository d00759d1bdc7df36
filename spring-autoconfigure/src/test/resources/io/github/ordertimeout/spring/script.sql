CREATE TABLE scripted_orders (
  id INT PRIMARY KEY,
  status INT,
  created_at TIMESTAMP WITH TIME ZONE
);
INSERT INTO scripted_orders VALUES (1, 0, CURRENT_TIMESTAMP);
