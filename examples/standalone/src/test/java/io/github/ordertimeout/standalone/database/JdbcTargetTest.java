package io.github.ordertimeout.standalone.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcTargetTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/db?user=me&password=hidden&ssl=true",
                "jdbc:postgresql://me:hidden@host/db",
                "jdbc:mysql://me:hidden@host/db",
                "jdbc:mariadb://host/db?trustStorePassword=hidden",
                "jdbc:h2:tcp://host/db;USER=me;PASSWORD=hidden;MODE=MySQL",
            })
    void showsNoPassword(String url) {
        assertThat(JdbcTarget.of(url, Optional.empty(), Optional.empty()).toString())
                .contains("host")
                .doesNotContain("hidden");
    }

    @Test
    void masksItsOwnPasswordInWhatADriverSays() {
        JdbcTarget target = JdbcTarget.of("jdbc:mysql://host/db", Optional.of("me"), Optional.of("hidden"));
        assertThat(target.masked("no entry for me with hidden")).isEqualTo("no entry for me with ***");
    }

    @Test
    void limitsOfTheUrlWin() {
        JdbcTarget target = JdbcTarget.of("jdbc:mysql://h/db?connectTimeout=5", Optional.empty(), Optional.empty());
        assertThat(target.properties()).isEmpty();
    }

    @Test
    void anEmbeddedDatabaseIsNeitherMadeByMistakeNorClosedTooEarly() {
        assertThat(url("jdbc:h2:~/shop")).isEqualTo("jdbc:h2:~/shop;IFEXISTS=TRUE;DB_CLOSE_ON_EXIT=FALSE");
        assertThat(url("jdbc:h2:~/shop;AUTO_SERVER=TRUE")).isEqualTo("jdbc:h2:~/shop;AUTO_SERVER=TRUE;IFEXISTS=TRUE");
        assertThat(url("jdbc:h2:mem:shop")).isEqualTo("jdbc:h2:mem:shop");
        assertThat(url("jdbc:h2:tcp://host/shop")).isEqualTo("jdbc:h2:tcp://host/shop");
    }

    private static String url(String url) {
        return JdbcTarget.of(url, Optional.empty(), Optional.empty()).url();
    }
}
