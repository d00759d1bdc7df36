package io.github.ordertimeout.config;

import java.util.regex.Pattern;

/** Keeps passwords out of messages, and messages short. */
final class Secrets {
    private static final int SHOWN = 80;
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|pwd|passphrase|secret|token)[a-z0-9_-]*\\s*[=:]\\s*)[^&;\\s)]*");
    private static final Pattern USER_INFO = Pattern.compile("(//[^/:@\\s]*):\\S*@");
    private static final Pattern ORACLE_STYLE = Pattern.compile("(jdbc:[a-z:]+:[^/:@\\s]+)/[^@/\\s]+@");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private Secrets() {}

    /** The text without the passwords that a JDBC URL may carry. */
    static String masked(String text) {
        String masked = PARAMETER.matcher(text).replaceAll("$1***");
        masked = USER_INFO.matcher(masked).replaceAll("$1:***@");
        return ORACLE_STYLE.matcher(masked).replaceAll("$1/***@");
    }

    /** The value between quotes, on one line, cut where it is long. */
    static String quoted(String value) {
        String line = CONTROL.matcher(masked(value)).replaceAll(" ");
        if (line.codePointCount(0, line.length()) > SHOWN) {
            line = line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "…";
        }
        return '"' + line + '"';
    }
}
