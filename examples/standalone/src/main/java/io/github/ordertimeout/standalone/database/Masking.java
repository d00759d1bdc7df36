package io.github.ordertimeout.standalone.database;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes out what a JDBC URL may carry beside the address. */
final class Masking {
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|pwd|passphrase|secret|token|key)[a-z0-9_-]*=)[^&;,\\s)\"]*");
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s\"]*@");

    private Masking() {}

    /** What in the URL a driver may quote in its own words: {@code user:password} and values that look like passwords. */
    static List<String> secrets(String url) {
        List<String> secrets = new ArrayList<>();
        Matcher userInfo = USER_INFO.matcher(url);
        while (userInfo.find()) {
            String who = userInfo.group().substring(2, userInfo.group().length() - 1);
            secrets.add(who);
            secrets.add(who.substring(who.indexOf(':') + 1));
        }
        Matcher parameter = PARAMETER.matcher(url);
        while (parameter.find()) {
            secrets.add(parameter.group().substring(parameter.group(1).length()));
        }
        return secrets;
    }

    /** The text without passwords and user info. */
    static String url(String text) {
        return USER_INFO.matcher(PARAMETER.matcher(text).replaceAll("$1***")).replaceAll("//***@");
    }
}
