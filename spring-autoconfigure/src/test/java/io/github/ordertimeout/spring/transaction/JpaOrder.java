package io.github.ordertimeout.spring.transaction;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order as a JPA shop maps it. */
@Entity
@Table(name = "orders")
class JpaOrder {
    @Id
    private Integer id;

    private int status;

    protected JpaOrder() {}

    Integer id() {
        return id;
    }

    int status() {
        return status;
    }
}
