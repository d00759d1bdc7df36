package io.github.ordertimeout.standalone.database;

import java.util.regex.Pattern;

/** Takes out what a JDBC URL may carry beside the address. */
final class Masking {
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|pwd|passphrase|secret|token|key)[a-z0-9_-]*=)[^&;,\\s)\"]*");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s\"]*@");

    private Masking() {}

    /** The text without passwords and user info. */
    static String url(String text) {
        return USER_INFO.matcher(PARAMETER.matcher(text).replaceAll("$1***")).replaceAll("//***@");
    }
}
