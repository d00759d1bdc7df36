package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.LoadedConfig;
import io.github.ordertimeout.config.NamedJdbc;
import io.github.ordertimeout.jdbc.Schema;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.database.DatabaseKind;
import io.github.ordertimeout.standalone.database.JdbcTarget;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.Optional;

/** The DDL of the library's own tables. Connects to nothing. */
final class SchemaCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        LoadedConfig config = invocation.configuration();
        DatabaseKind kind = kind(invocation.arguments(), config);
        String ddl = Schema.ddl(kind.written(), config.settings().tables().prefix());
        ddl.stripTrailing().lines().forEach(invocation.console()::line);
        return ExitCode.SOUND;
    }

    private static DatabaseKind kind(Arguments arguments, LoadedConfig config) {
        Optional<String> dialect = arguments.value(OptionName.DIALECT);
        if (dialect.isPresent()) {
            return DatabaseKind.ofName(dialect.get())
                    .orElseThrow(() -> new UsageException("--dialect " + dialect.get() + " is unknown: it is one of "
                            + String.join(", ", DatabaseKind.names())));
        }
        String url = config.jdbcUrl()
                .or(() -> config.dataSources().values().stream().findFirst().flatMap(NamedJdbc::url))
                .orElseThrow(() -> new UsageException("schema needs to know the database: pass --jdbc-url or --dialect "
                        + String.join("|", DatabaseKind.names())));
        return JdbcTarget.of(url, config.jdbcUser(), config.jdbcPassword()).kind();
    }
}
