package io.github.ordertimeout.config;

import java.util.Optional;

/**
 * How to reach a database. Its text hides the password.
 *
 * @param url the JDBC URL
 * @param user empty: the driver's default
 * @param password empty: none
 */
public record NamedJdbc(Optional<String> url, Optional<String> user, Optional<String> password) {
    @Override
    public String toString() {
        return "NamedJdbc[url=" + url.map(Secrets::masked) + ", user=" + user + ", password="
                + (password.isPresent() ? "***" : "none") + "]";
    }
}
