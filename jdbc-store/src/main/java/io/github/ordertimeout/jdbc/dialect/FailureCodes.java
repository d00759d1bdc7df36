package io.github.ordertimeout.jdbc.dialect;

import java.util.Set;

/**
 * What SQL states and vendor codes mean to us. Vendor codes of MariaDB and MySQL (1000 to 4999) and of H2 (10000 to 99999) do
 * not overlap, PostgreSQL has none; so one table serves all.
 */
final class FailureCodes {
    private static final Set<String> LOCKED_STATES = Set.of("55P03");

    /** MariaDB and MySQL: lock wait time-out, NOWAIT refused; H2: lock time-out. */
    private static final Set<Integer> LOCKED_CODES = Set.of(1205, 3572, 50200);

    /** 40002 is a constraint checked at the commit, 40003 an unknown outcome: neither succeeds when tried again. */
    private static final Set<String> NOT_CONTENTION = Set.of("40002", "40003");

    /**
     * MariaDB and MySQL: deadlock, "record has changed since last read", XA deadlock, user-lock deadlock; H2: deadlock,
     * concurrent update.
     */
    private static final Set<Integer> CONTENTION_CODES = Set.of(1213, 1020, 1614, 3058, 40001, 90131);

    /** Feature missing, invalid prepared statement, login, catalog and schema, statement faults and rights, and the like. */
    private static final Set<String> SYSTEM_CLASSES =
            Set.of("08", "0A", "26", "28", "3D", "3F", "42", "53", "55", "57", "58", "F0", "HV", "70");

    /** Read-only, idle-in-transaction and transaction time-outs, client time-outs, unknown completion. */
    private static final Set<String> SYSTEM_STATES =
            Set.of("25006", "25P03", "25P04", "HYT00", "HYT01", "HY008", "HY013", "40003");

    /** MariaDB and MySQL, where the SQL state is HY000 or says too little. */
    private static final Set<Integer> SYSTEM_CODES = Set.of(
            // disk, files, storage engine, memory
            1004,
            1005,
            1015,
            1016,
            1021,
            1025,
            1026,
            1028,
            1030,
            1034,
            1035,
            1037,
            1038,
            1041,
            1114,
            1135,
            1180,
            1194,
            1195,
            1206,
            // connections, shutdown, login
            1040,
            1044,
            1045,
            1047,
            1053,
            1129,
            1130,
            1158,
            1159,
            1160,
            1161,
            1203,
            1226,
            1927,
            2002,
            2003,
            2006,
            2013,
            2055,
            4031,
            // rights, tables, columns, syntax, definitions
            1036,
            1049,
            1054,
            1064,
            1142,
            1143,
            1146,
            1227,
            1305,
            1356,
            1370,
            1412,
            1449,
            1932,
            // read-only, binary log, replication, cluster, table locks
            1099,
            1100,
            1192,
            1223,
            1290,
            1665,
            1785,
            1792,
            1836,
            3100,
            3101,
            // time limits and kills
            1317,
            1969,
            3024);

    /** H2: memory, disk, rights, read-only, closed, schema, exclusive mode, cancelled. */
    private static final Set<Integer> SYSTEM_CODES_OF_H2 = Set.of(
            57014, 90007, 90013, 90020, 90028, 90030, 90031, 90040, 90046, 90067, 90078, 90079, 90096, 90097, 90098,
            90100, 90108, 90117, 90121, 90135, 90146);

    /** MariaDB and MySQL: rights, tables, columns, syntax, routines, time limits and kills of a statement; H2 likewise. */
    private static final Set<Integer> REFUSED_CODES = Set.of(
            1054, 1064, 1142, 1143, 1146, 1227, 1305, 1317, 1356, 1370, 1412, 1449, 1969, 3024, 57014, 90079, 90096);

    private FailureCodes() {}

    /** An answer to a statement that is mostly nobody's fault, but that a trigger may give for one row. */
    static boolean refused(String state, int code) {
        return (state.length() == 5 && state.startsWith("42")) || state.equals("57014") || REFUSED_CODES.contains(code);
    }

    static boolean locked(String state, int code) {
        return LOCKED_STATES.contains(state) || LOCKED_CODES.contains(code);
    }

    static boolean contention(String state, int code) {
        return CONTENTION_CODES.contains(code) || (state.startsWith("40") && !NOT_CONTENTION.contains(state));
    }

    static boolean system(String state, int code) {
        return SYSTEM_STATES.contains(state)
                || (state.length() == 5 && SYSTEM_CLASSES.contains(state.substring(0, 2)))
                || SYSTEM_CODES.contains(code)
                || SYSTEM_CODES_OF_H2.contains(code);
    }
}
