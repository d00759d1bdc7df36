CREATE TABLE shop_order (
    id           bigint      PRIMARY KEY,
    order_no     varchar(32) NOT NULL UNIQUE,
    status       int         NOT NULL,
    created_at   timestamp(3) with time zone NOT NULL,
    payment_time timestamp(3) with time zone,
    gift_card    boolean     DEFAULT FALSE NOT NULL,
    closed_at    timestamp(3) with time zone,
    close_reason varchar(64)
);
CREATE TABLE order_item (
    id       bigint PRIMARY KEY,
    order_id bigint NOT NULL REFERENCES shop_order (id),
    sku_id   bigint NOT NULL,
    quantity int    NOT NULL
);
CREATE TABLE sku_stock (
    id         bigint PRIMARY KEY,
    stock      int    NOT NULL,
    lock_stock int    NOT NULL
);
CREATE TABLE payment (
    order_id bigint PRIMARY KEY REFERENCES shop_order (id),
    paid_at  timestamp(3) with time zone NOT NULL
);
-- What the payment provider knows, in its own books.
CREATE TABLE provider_payment (
    reference varchar(40) PRIMARY KEY,
    order_id  bigint NOT NULL,
    refunds   int    DEFAULT 0 NOT NULL
);
