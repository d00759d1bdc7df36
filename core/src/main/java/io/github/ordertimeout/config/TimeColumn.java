package io.github.ordertimeout.config;

import java.time.ZoneId;
import java.util.Optional;

/**
 * A column that holds a time.
 *
 * @param name the column
 * @param kind how it stores the time
 * @param zone the zone of a zone-less value; empty: the database's
 */
public record TimeColumn(String name, TimeKind kind, Optional<ZoneId> zone) {}
