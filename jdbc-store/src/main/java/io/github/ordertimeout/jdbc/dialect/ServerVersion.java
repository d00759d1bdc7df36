package io.github.ordertimeout.jdbc.dialect;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of a server's version. */
record ServerVersion(int major, int minor) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:\\.(\\d+))?");

    /** MariaDB puts {@code 5.5.5-} before its version for the sake of old replicas. */
    static ServerVersion parse(String text) {
        Matcher numbers = NUMBERS.matcher(text.startsWith("5.5.5-") ? text.substring("5.5.5-".length()) : text);
        if (!numbers.find()) {
            return new ServerVersion(0, 0);
        }
        return new ServerVersion(
                Integer.parseInt(numbers.group(1)), numbers.group(2) == null ? 0 : Integer.parseInt(numbers.group(2)));
    }

    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }
}
