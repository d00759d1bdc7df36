package io.github.ordertimeout.spring.transaction;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What a releaser leaves behind. */
@Entity
@Table(name = "notes")
class Note {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Integer id;

    private String text;

    protected Note() {}

    Note(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return id + " " + text;
    }
}
