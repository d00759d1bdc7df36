package io.github.ordertimeout.standalone.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The runner's own options; every other {@code --KEY=VALUE} belongs to the configuration. */
public enum OptionName {
    /** The configuration file. */
    CONFIG("FILE"),
    /** The database. */
    JDBC_URL("URL"),
    /** Its user. */
    JDBC_USER("USER"),
    /** Its password. */
    JDBC_PASSWORD("PASSWORD"),
    /** Which of several data sources a command is about. */
    DATA_SOURCE("NAME"),
    /** One JSON value instead of text. */
    JSON(""),
    /** Log lines at INFO, and stack traces. */
    VERBOSE(""),
    /** How to use the runner. */
    HELP(""),
    /** Why a person cancels. */
    REASON("REASON", CommandName.CANCEL),
    /** The database that the DDL is for. */
    DIALECT("NAME", CommandName.SCHEMA),
    /** Every row of the compensation table. */
    ALL("", CommandName.COMPENSATIONS),
    /** Only rows of one kind. */
    KIND("KIND", CommandName.COMPENSATIONS),
    /** Where an audit goes on. */
    AFTER("CURSOR", CommandName.AUDIT),
    /** An audit that keeps its place, and goes on where it was interrupted. */
    RESUME("", CommandName.AUDIT),
    /** From which moment on an audit asks who closed orders. */
    SINCE("WHEN", CommandName.AUDIT);

    private final String value;
    private final Optional<CommandName> only;

    OptionName(String value) {
        this.value = value;
        this.only = Optional.empty();
    }

    OptionName(String value, CommandName only) {
        this.value = value;
        this.only = Optional.of(only);
    }

    /** The option as it is written. */
    public String written() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean takesValue() {
        return !value.isEmpty();
    }

    String valueName() {
        return value;
    }

    boolean isOptionOf(CommandName command) {
        return only.map(command::equals).orElse(true);
    }

    /** {@code --jdbc.url} is what the file calls {@code --jdbc-url}. */
    static Optional<OptionName> of(String written) {
        String name = written.startsWith("--jdbc.") ? written.replaceFirst("[.]", "-") : written;
        return Arrays.stream(values()).filter(it -> it.written().equals(name)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(OptionName::written).toList();
    }
}
