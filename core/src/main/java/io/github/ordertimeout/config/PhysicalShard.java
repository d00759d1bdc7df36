package io.github.ordertimeout.config;

/**
 * One table of a rule whose orders lie in several: numbered tables, several data sources, or both.
 *
 * @param rule the rule's name in the configuration
 * @param dataSource the name of the table's data source; blank where the rule names none
 */
public record PhysicalShard(String rule, String dataSource) {}
