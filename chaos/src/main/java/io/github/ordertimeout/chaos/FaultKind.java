package io.github.ordertimeout.chaos;

/** What can go wrong. Least and most tell how many seconds it lasts at full length. */
enum FaultKind {
    /** A node is killed; a new one is started in its place after a while. */
    KILL(Needs.NODE, 1, 8),
    /** A node stands still, longer than any claim or lease of the engine's remote calls. */
    STOP(Needs.NODE, 8, 35),
    /** Every connection of a node, or of the shop, is cut. */
    CUT(Needs.LINE, 0, 0),
    /** The database does what it is told, and its answer is lost. */
    LOST_ANSWER(Needs.LINE, 0, 0),
    /** Nothing goes through between a node, or the shop, and the database, and nobody is told. */
    BLACK_HOLE(Needs.LINE, 3, 20),
    /** All that goes through arrives later. */
    DELAY(Needs.LINE, 5, 25),
    /** The clock of a node jumps, by five minutes at most. */
    CLOCK(Needs.NODE, 5, 30),
    /** The payment provider does not answer. */
    PROVIDER_HUNG(Needs.NOTHING, 4, 25),
    /** The payment provider loses half of its answers after it did what it was told. */
    PROVIDER_FLAKY(Needs.NOTHING, 4, 25),
    /** The warehouse refuses everything. */
    WAREHOUSE_DOWN(Needs.NOTHING, 4, 30),
    /** The warehouse loses half of its answers. */
    WAREHOUSE_FLAKY(Needs.NOTHING, 4, 30),
    /** One of the library's own tables takes no row: disk full, or a right is missing. */
    TABLE_REFUSES(Needs.NOTHING, 4, 25),
    /** A node comes back with a safety brake that trips at once, and stops the rule on all. */
    BRAKE(Needs.NODE, 5, 15),
    /** The whole database is read-only. */
    READ_ONLY(Needs.OWN_SERVER, 5, 60),
    /** Every process of the database server is killed; it is started again after a while. */
    DATABASE_STOP(Needs.OWN_SERVER, 2, 10),
    /** A node is replaced by one with another version of the library, later back again: a rolling update. */
    ROLLING_UPDATE(Needs.OLD_VERSION, 5, 30);

    /** What it takes to inject it. */
    enum Needs {
        /** Nothing. */
        NOTHING,
        /** A node that it is for. */
        NODE,
        /** A way to the database: a node's or the shop's. */
        LINE,
        /** A database server that the run has started itself. */
        OWN_SERVER,
        /** The class path of another version, and a node. */
        OLD_VERSION
    }

    private final Needs needs;
    private final int leastSeconds;
    private final int mostSeconds;

    FaultKind(Needs needs, int leastSeconds, int mostSeconds) {
        this.needs = needs;
        this.leastSeconds = leastSeconds;
        this.mostSeconds = mostSeconds;
    }

    Needs needs() {
        return needs;
    }

    int leastSeconds() {
        return leastSeconds;
    }

    int mostSeconds() {
        return mostSeconds;
    }

    /** Whether all nodes feel it, so that documented pauses of all of them grow with it. */
    boolean hitsAll() {
        return switch (this) {
            case PROVIDER_HUNG, PROVIDER_FLAKY, TABLE_REFUSES, READ_ONLY, DATABASE_STOP -> true;
            default -> false;
        };
    }
}
