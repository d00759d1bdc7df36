-- Order Timeout's own tables, for MariaDB. They lie in the same database as the orders.
-- Times are in UTC. Ids differ by case, hence the binary collation.

-- The ledger: one row per close and type of release, written in the closing transaction.
-- note: what a release left out.
CREATE TABLE IF NOT EXISTS ${prefix}release (
    source     varchar(128) NOT NULL,
    order_id   varchar(255) NOT NULL,
    close_no   bigint       NOT NULL,
    type       varchar(64)  NOT NULL,
    rule       varchar(100) NOT NULL,
    reason     varchar(255) NOT NULL,
    actor      varchar(100) NOT NULL,
    old_status varchar(255) NULL,
    token      varchar(64)  NOT NULL,
    closed_at  datetime(6)  NOT NULL,
    done_at    datetime(6)  NULL,
    note       varchar(255) NULL,
    PRIMARY KEY (source, order_id, close_no, type),
    KEY ${name}release_token (token)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What failed or is owed; a row that is done is deleted.
CREATE TABLE IF NOT EXISTS ${prefix}compensation (
    row_no          bigint        NOT NULL AUTO_INCREMENT,
    rule            varchar(100)  NOT NULL,
    source          varchar(128)  NOT NULL,
    order_id        varchar(255)  NOT NULL,
    kind            varchar(16)   NOT NULL,
    type            varchar(128)   NOT NULL DEFAULT '',
    close_no        bigint        NOT NULL DEFAULT 0,
    state           varchar(16)   NOT NULL,
    attempts        int           NOT NULL,
    reason          varchar(1000) NOT NULL,
    next_attempt_at datetime(6)   NOT NULL,
    created_at      datetime(6)   NOT NULL,
    updated_at      datetime(6)   NOT NULL,
    token           varchar(64)   NOT NULL DEFAULT '',
    PRIMARY KEY (row_no),
    UNIQUE KEY ${name}compensation_key (source, order_id, kind, type, close_no),
    KEY ${name}compensation_due (next_attempt_at, row_no)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The payments that were seen: one row per order and reference.
CREATE TABLE IF NOT EXISTS ${prefix}payment (
    source    varchar(128)    NOT NULL,
    order_id  varchar(255)    NOT NULL,
    reference varchar(128)    NOT NULL,
    rule      varchar(100)    NOT NULL,
    standing  varchar(16)     NOT NULL,
    amount    decimal(38, 12) NULL,
    seen_at   datetime(6)     NOT NULL,
    token     varchar(64)     NOT NULL,
    PRIMARY KEY (source, order_id, reference)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What the engine remembers over a restart.
CREATE TABLE IF NOT EXISTS ${prefix}state (
    name       varchar(200)  NOT NULL,
    content    varchar(2000) NOT NULL,
    updated_at datetime(6)   NOT NULL,
    PRIMARY KEY (name)
) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
