package io.github.ordertimeout.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ordertimeout.jdbc.testdb.EachDatabase;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import io.github.ordertimeout.testkit.jdbc.FaultyDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class AnyRowsTest {
    @Parameter
    TestDatabase db;

    private final AnyRows any = new AnyRows("owed");

    @Test
    @DisplayName(
            "an empty table is asked each time, so that the first row is seen at once; later on nobody asks for a while")
    void asked() {
        db.execute(
                "CREATE TABLE owed (source VARCHAR(20), order_id VARCHAR(20))",
                "INSERT INTO owed VALUES ('others', '1')");
        FaultyDataSource counted = new FaultyDataSource(db.dataSource());
        Database database = db.builder(counted).build();
        assertThat(missing(database)).isTrue();
        assertThat(missing(database)).isTrue();
        db.execute("INSERT INTO owed VALUES ('ours', '1')");
        assertThat(missing(database)).isFalse();
        counted.clear();
        for (int i = 0; i < 50; i++) {
            assertThat(missing(database)).isFalse();
        }
        assertThat(counted.take()).noneMatch(call -> call.sql().contains("owed"));
        db.execute("DELETE FROM owed WHERE source = 'ours'");
        assertThat(missing(database)).isTrue();
    }

    private boolean missing(Database database) {
        return database.read(session -> any.areMissing(session, "ours"));
    }
}
