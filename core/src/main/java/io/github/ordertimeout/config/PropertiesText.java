package io.github.ordertimeout.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a {@code .properties} file: the usual syntax, in UTF-8, and with keys that may hold spaces, {@code =} and {@code :}
 * between brackets. Blanks at the end of a value are dropped; nobody sees them.
 */
final class PropertiesText {
    private final String file;
    private final String text;
    private int at;
    private int line = 1;

    private PropertiesText(String file, String text) {
        this.file = file;
        this.text = text;
    }

    static Map<String, String> read(String file, String text, Findings findings) {
        PropertiesText reader =
                new PropertiesText(file, text.replace("\r\n", "\n").replace('\r', '\n'));
        Map<String, String> properties = new LinkedHashMap<>();
        while (reader.skipToEntry()) {
            reader.entry(properties, findings);
        }
        return properties;
    }

    private boolean skipToEntry() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#' || c == '!') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (Character.isWhitespace(c)) {
                line += c == '\n' ? 1 : 0;
                at++;
            } else {
                return true;
            }
        }
        return false;
    }

    private void entry(Map<String, String> properties, Findings findings) {
        String place = file + " line " + line + ": ";
        String key = part(true, findings);
        if (key.indexOf('[') > key.indexOf(']')) {
            findings.refuse(place + "a [ in the key is not closed: write where[my key]=value");
            return;
        }
        skipSeparator();
        String value = part(false, findings).stripTrailing();
        if (properties.putIfAbsent(key, value) != null) {
            findings.refuse(place + key + " is given twice: keep one");
        }
    }

    private void skipSeparator() {
        skipBlanks();
        if (at < text.length() && (text.charAt(at) == '=' || text.charAt(at) == ':')) {
            at++;
            skipBlanks();
        }
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\' && text.startsWith("\n", at + 1)) {
                line++;
                at += 2;
            } else if (c == ' ' || c == '\t' || c == '\f') {
                at++;
            } else {
                return;
            }
        }
    }

    private String part(boolean key, Findings findings) {
        StringBuilder part = new StringBuilder();
        int depth = 0;
        while (at < text.length() && text.charAt(at) != '\n') {
            char c = text.charAt(at);
            if (key && depth <= 0 && (c == '=' || c == ':' || c == ' ' || c == '\t' || c == '\f')) {
                break;
            }
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            at++;
            if (c == '\\') {
                escape(part, findings);
            } else {
                part.append(c);
            }
        }
        return part.toString();
    }

    private void escape(StringBuilder part, Findings findings) {
        if (at >= text.length()) {
            return;
        }
        char c = text.charAt(at++);
        switch (c) {
            case '\n' -> {
                line++;
                skipBlanks();
            }
            case 't' -> part.append('\t');
            case 'n' -> part.append('\n');
            case 'r' -> part.append('\r');
            case 'f' -> part.append('\f');
            case 'u' -> unicode(part, findings);
            default -> part.append(c);
        }
    }

    private void unicode(StringBuilder part, Findings findings) {
        String digits = text.substring(at, Math.min(at + 4, text.length()));
        if (digits.matches("[0-9A-Fa-f]{4}")) {
            part.append((char) Integer.parseInt(digits, 16));
            at += 4;
        } else {
            findings.refuse(file + " line " + line
                    + ": \\u is not followed by four hexadecimal digits: write \\\\ for a backslash");
        }
    }
}
