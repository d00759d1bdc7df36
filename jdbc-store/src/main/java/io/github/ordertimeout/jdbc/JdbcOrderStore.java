package io.github.ordertimeout.jdbc;

import io.github.ordertimeout.config.CloseSettings;
import io.github.ordertimeout.config.Rule;
import io.github.ordertimeout.jdbc.close.JdbcOrderCloser;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.RuleMapper;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.release.SqlInventoryReleaser;
import io.github.ordertimeout.jdbc.scan.JdbcOrderScanner;
import io.github.ordertimeout.jdbc.schema.OwnTables;
import io.github.ordertimeout.settle.CompensationStore;
import io.github.ordertimeout.store.OrderStore;
import io.github.ordertimeout.store.RuleStore;
import io.github.ordertimeout.transaction.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Orders in a relational database: PostgreSQL, MySQL, MariaDB or H2. The library's own tables lie beside them.
 *
 * <p>Thread-safe.
 */
public final class JdbcOrderStore implements OrderStore {
    private final Database database;
    private final OwnTables tables;
    private final CompensationStore compensations;

    private final boolean readOnly;

    JdbcOrderStore(Database database, OwnTables tables, CompensationStore compensations, boolean readOnly) {
        this.database = database;
        this.tables = tables;
        this.compensations = compensations;
        this.readOnly = readOnly;
    }

    /** Starts a new one. */
    public static JdbcOrderStoreBuilder builder() {
        return new JdbcOrderStoreBuilder();
    }

    @Override
    public RuleStore open(Rule rule) {
        RuleMapping mapping = database.read(session -> RuleMapper.map(rule, session, database.dialect()));
        List<SqlInventoryReleaser> inventory = rule.inventory().stream()
                .map(configured -> database.read(session -> SqlInventoryReleaser.open(mapping, session)))
                .toList();
        JdbcOrderScanner scanner = new JdbcOrderScanner(database, mapping);
        JdbcOrderCloser closer = new JdbcOrderCloser(database, mapping, tables.release());
        Rehearsal rehearsal = new Rehearsal(rule, mapping.source());
        rehearsal.scan(scanner);
        if (!readOnly && rule.close().mode() == CloseSettings.Mode.CLOSE) {
            rehearsal.close(closer, inventory);
        }
        List<String> warnings = new ArrayList<>(mapping.warnings());
        inventory.forEach(releaser -> warnings.addAll(releaser.warnings()));
        return new RuleStore(mapping.source(), scanner, closer, List.copyOf(inventory), warnings);
    }

    @Override
    public CompensationStore compensations() {
        return compensations;
    }

    @Override
    public Transactions transactions() {
        return database.transactions();
    }

    @Override
    public Instant now() {
        return database.now();
    }
}
