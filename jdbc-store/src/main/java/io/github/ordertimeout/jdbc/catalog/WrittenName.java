package io.github.ordertimeout.jdbc.catalog;

import java.util.ArrayList;
import java.util.List;

/** A name as people write it: dotted, each part quoted or not ({@code shop.order}, {@code "Order"}, {@code `order`}). */
final class WrittenName {
    private WrittenName() {}

    static List<String> parts(String written) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (quote != 0) {
                if (c != quote) {
                    part.append(c);
                } else if (i + 1 < written.length() && written.charAt(i + 1) == quote) {
                    part.append(c);
                    i++;
                } else {
                    quote = 0;
                }
            } else if ((c == '"' || c == '`') && part.length() == 0) {
                quote = c;
            } else if (c == '.') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
