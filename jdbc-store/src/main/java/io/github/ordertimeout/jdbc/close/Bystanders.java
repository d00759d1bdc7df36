package io.github.ordertimeout.jdbc.close;

import io.github.ordertimeout.close.CloseBatch;
import io.github.ordertimeout.close.NotClosed;
import io.github.ordertimeout.jdbc.database.Database;
import io.github.ordertimeout.jdbc.mapping.Flag;
import io.github.ordertimeout.jdbc.mapping.RuleMapping;
import io.github.ordertimeout.jdbc.mapping.StatusValues;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks after the commit why the locking read left orders out; what is said here decides nothing. */
final class Bystanders {
    private static final Logger LOG = LoggerFactory.getLogger(Bystanders.class);

    private final Database database;
    private final RuleMapping mapping;
    private final ClosingSql sql;

    Bystanders(Database database, RuleMapping mapping, ClosingSql sql) {
        this.database = database;
        this.mapping = mapping;
        this.sql = sql;
    }

    /** Why each of these was not closed. Never throws: the others are closed, and that has to be told. */
    Map<String, NotClosed> why(CloseBatch batch, List<String> ids) {
        Map<String, NotClosed> why = new LinkedHashMap<>();
        if (ids.isEmpty()) {
            return why;
        }
        try {
            read(batch, ids, why);
        } catch (RuntimeException e) {
            LOG.warn("Orders that were not closed cannot be asked for their state: {}", e.toString());
            ids.forEach(id -> why.put(id, new NotClosed.Busy("its state cannot be read")));
        }
        return why;
    }

    /** Which of these do not meet every condition any more, and why. */
    Map<String, NotClosed> notClosable(CloseBatch batch, List<String> ids) {
        Map<String, NotClosed> why = new LinkedHashMap<>();
        read(batch, ids, why);
        // Those meet them; whether their rows are locked nobody has asked.
        why.values().removeIf(NotClosed.Busy.class::isInstance);
        return why;
    }

    private void read(CloseBatch batch, List<String> ids, Map<String, NotClosed> why) {
        ids.forEach(id -> why.put(id, new NotClosed.LostRace(Optional.empty(), false)));
        database.read(session -> session.query(
                sql.state(ids, batch.now(), batch.cause()),
                row -> why.replace(String.valueOf(mapping.id().canonicalText(row, 1)), reason(row))));
    }

    private NotClosed reason(ResultSet row) throws SQLException {
        StatusValues values = mapping.status();
        String status = String.valueOf(values.column().canonicalText(row, 2));
        boolean open = Flag.read(row, 3);
        if (!open) {
            return new NotClosed.LostRace(Optional.of(status), values.closed(status) || values.paid(status));
        }
        if (Flag.read(row, 4)) {
            return new NotClosed.Inconsistent();
        }
        return Flag.read(row, 5)
                ? new NotClosed.Busy("order row locked")
                : new NotClosed.LostRace(Optional.of(status), true);
    }
}
