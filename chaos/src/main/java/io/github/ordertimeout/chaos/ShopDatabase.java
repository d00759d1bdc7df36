package io.github.ordertimeout.chaos;

import io.github.ordertimeout.jdbc.database.Isolation;
import io.github.ordertimeout.jdbc.testdb.StoppableServer;
import io.github.ordertimeout.jdbc.testdb.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the shop of one run lives: on a server of our own, which may be stopped, or on one that was given, which may not. */
final class ShopDatabase {
    private static final Pattern ADDRESS = Pattern.compile("//([^:/]+)(?::(\\d+))?/");
    private static final String ADMIN = "chaos_admin";
    private static final String SHOP = "chaos_shop";

    private final Product product;
    private final Optional<StoppableServer> server;
    private final TestDatabase database;
    private final String adminUrl;
    private final String shopUrl;

    private ShopDatabase(Product product, Optional<StoppableServer> server, TestDatabase database) {
        this.product = product;
        this.server = server;
        this.database = database;
        String url = database.url();
        if (server.isEmpty()) {
            adminUrl = url;
            shopUrl = url;
        } else if (product == Product.POSTGRESQL) {
            // What is read-only for the shop is not for who ends that.
            adminUrl = url + "&options=-c%20default_transaction_read_only=off";
            shopUrl = url;
        } else {
            makeUsers(url);
            adminUrl = url.replace("user=root", "user=" + ADMIN);
            shopUrl = url.replace("user=root", "user=" + SHOP);
        }
    }

    /** An empty one on a server that the run has started. */
    static ShopDatabase on(Product product, StoppableServer server) {
        return new ShopDatabase(product, Optional.of(server), server.database());
    }

    /** An empty one on a server that is there. */
    static ShopDatabase on(String url) {
        Product product = Product.of(url);
        return new ShopDatabase(
                product, Optional.empty(), new TestDatabase(product.server(), Isolation.READ_COMMITTED, url));
    }

    /** One that a test has been given. */
    static ShopDatabase on(TestDatabase database) {
        return new ShopDatabase(Product.of(database.url()), Optional.empty(), database);
    }

    /** Starts a server for runs, with its data in that directory. */
    static StoppableServer start(Product product, Path directory) {
        return StoppableServer.start(product.server(), directory);
    }

    /** The server of our own begins without rights, where everybody may do everything: read-only would hold nobody. */
    private static void makeUsers(String rootUrl) {
        List<String> statements = new ArrayList<>(List.of("flush privileges"));
        for (String host : List.of("%", "localhost")) {
            statements.add("create user if not exists " + ADMIN + "@'" + host + "'");
            statements.add("grant all on *.* to " + ADMIN + "@'" + host + "' with grant option");
            statements.add("create user if not exists " + SHOP + "@'" + host + "'");
            statements.add("grant all on `ot\\_%`.* to " + SHOP + "@'" + host + "'");
        }
        for (String url : List.of(rootUrl, rootUrl.replace("user=root", "user=" + ADMIN))) {
            try {
                run(url, statements);
                return;
            } catch (SQLException e) {
                // After the first time root is let in by its socket only, and the users are there.
            }
        }
        throw new IllegalStateException("Users of the shop cannot be made on " + rootUrl);
    }

    private static void run(String url, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    Product product() {
        return product;
    }

    /** Whether it may be stopped and set read-only. */
    boolean isOurs() {
        return server.isPresent();
    }

    /** For who sees and changes everything. */
    String adminUrl() {
        return adminUrl;
    }

    /** For the shop and its nodes, through a proxy on that port. */
    String shopUrl(int proxyPort) {
        String proxied = ADDRESS.matcher(shopUrl).replaceFirst("//127.0.0.1:" + proxyPort + "/");
        return proxied + "&" + product.networkLimits();
    }

    String host() {
        return address().group(1);
    }

    int port() {
        String port = address().group(2);
        return port != null ? Integer.parseInt(port) : product == Product.POSTGRESQL ? 5432 : 3306;
    }

    private Matcher address() {
        Matcher matcher = ADDRESS.matcher(shopUrl);
        if (!matcher.find()) {
            throw new IllegalArgumentException(
                    "The URL has no host; it should be like jdbc:postgresql://localhost:5432/test?user=test");
        }
        return matcher;
    }

    /** Runs statements as who may do everything, each by itself. */
    void execute(String... statements) throws SQLException {
        run(adminUrl, List.of(statements));
    }

    void stop() {
        server.orElseThrow().losePower();
    }

    void startAgain() {
        server.orElseThrow().start();
        if (product == Product.MARIADB) {
            makeUsers(database.url());
        }
    }

    void readOnly(boolean on) throws SQLException {
        if (product == Product.POSTGRESQL) {
            execute(
                    "alter system set default_transaction_read_only = " + (on ? "on" : "off"),
                    "select pg_reload_conf()");
        } else {
            execute("set global read_only = " + (on ? "1" : "0"));
        }
    }

    /** Drops it, unless it goes with its server. */
    void drop() {
        if (server.isEmpty()) {
            database.close();
        }
    }

    @Override
    public String toString() {
        return product + (isOurs() ? " (own server)" : "");
    }
}
