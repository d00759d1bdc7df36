package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;

/** Reads a list that is written as one text: {@code 0, 1} or {@code [0, 'a, b', "c"]}. */
final class ListText {
    private final String text;
    private int at;

    private ListText(String text) {
        this.text = text;
    }

    /**
     * One item.
     *
     * @param text without its quotes
     * @param quoted whether it had quotes, and is so literally meant
     */
    record Item(String text, boolean quoted) {}

    /** The items; none where the text is blank or {@code []}. */
    static List<Item> parse(String text) {
        String inner = text.strip();
        if (inner.startsWith("[")) {
            if (!inner.endsWith("]") || inner.length() < 2) {
                throw new RefusedValueException("is " + Secrets.quoted(text) + ", which lacks the closing ]");
            }
            inner = inner.substring(1, inner.length() - 1).strip();
        }
        return inner.isEmpty() ? List.of() : new ListText(inner).items();
    }

    private List<Item> items() {
        List<Item> items = new ArrayList<>();
        do {
            items.add(item());
        } while (at++ < text.length());
        return items;
    }

    private Item item() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"')) {
            return quotedItem(text.charAt(at));
        }
        // SQL has commas of its own, so it runs to the end
        int comma = text.startsWith("sql:", at) ? -1 : text.indexOf(',', at);
        int end = comma < 0 ? text.length() : comma;
        String item = text.substring(at, end).strip();
        at = end;
        if (item.isEmpty()) {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(text) + ", where an item is empty: write '' for the empty text");
        }
        return new Item(item, false);
    }

    private Item quotedItem(char quote) {
        StringBuilder item = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != quote) {
                item.append(c);
            } else if (at < text.length() && text.charAt(at) == quote) {
                item.append(quote);
                at++;
            } else {
                endQuotedItem();
                return new Item(item.toString(), true);
            }
        }
        throw new RefusedValueException("is " + Secrets.quoted(text) + ", where a quote is not closed");
    }

    private void endQuotedItem() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        if (at < text.length() && text.charAt(at) != ',') {
            throw new RefusedValueException(
                    "is " + Secrets.quoted(text) + ", where text follows a closing quote: put a comma between items");
        }
    }
}
