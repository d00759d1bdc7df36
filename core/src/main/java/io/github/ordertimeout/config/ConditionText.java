package io.github.ordertimeout.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a condition: {@code X}, {@code [A, B]}, {@code is null}, {@code not X}, {@code > X}, {@code = X} and so on. */
final class ConditionText {
    private static final Pattern WORDS = Pattern.compile("(?i)(is|not)\\s+(null|empty)");
    private static final Pattern NOT = Pattern.compile("(?is)not(?:\\s+(.*))?");
    /** What people write who know SQL or other tools; nobody's column holds it. */
    private static final Pattern MEANT_AS_WORDS = Pattern.compile("(?i)(?:is[\\s_-]*)?(?:not|non)[\\s_-]*(null|empty)");

    private static final Pattern COMPARE = Pattern.compile("(?s)(>=|<=|>|<)(.*)");

    private ConditionText() {}

    static Condition parse(String raw) {
        String text = raw.strip();
        if (text.isEmpty()) {
            throw new RefusedValueException(
                    "is blank: write `is null`, `is empty`, or `=` alone for the empty text, or take the condition out");
        }
        if (text.startsWith("=")) {
            return new Condition.In(List.of(text.substring(1).strip()));
        }
        if (text.startsWith("[")) {
            return new Condition.In(values(raw, text));
        }
        Matcher words = WORDS.matcher(text);
        if (words.matches()) {
            return ofWords(raw, words);
        }
        Matcher meant = MEANT_AS_WORDS.matcher(text);
        if (meant.matches()) {
            throw new RefusedValueException("is " + Secrets.quoted(raw) + ": write `not "
                    + meant.group(1).toLowerCase(Locale.ROOT) + "`, or `= " + text + "` for this very text");
        }
        Matcher not = NOT.matcher(text);
        if (not.matches()) {
            return not(raw, text, not.group(1) == null ? "" : not.group(1).strip());
        }
        if (text.startsWith("!=") || text.startsWith("<>")) {
            throw new RefusedValueException("is " + Secrets.quoted(raw) + ": write `not "
                    + text.substring(2).strip() + "` for other values, or `= " + text + "` for this very text");
        }
        Matcher compare = COMPARE.matcher(text);
        if (compare.matches()) {
            return compare(raw, text, compare);
        }
        return new Condition.In(List.of(raw));
    }

    /** Reads a list whose items came one by one, so that nothing is known of their quotes. */
    static Condition parse(List<String> items) {
        if (items.isEmpty()) {
            throw emptyList();
        }
        items.forEach(ConditionText::refuseOperator);
        return new Condition.In(items);
    }

    private static Condition ofWords(String raw, Matcher words) {
        refuseCapitals(raw, words.group());
        boolean negated = words.group(1).equals("not");
        if (words.group(2).equals("null")) {
            return negated ? new Condition.NotNull() : new Condition.IsNull();
        }
        return negated ? new Condition.NotEmpty() : new Condition.IsEmpty();
    }

    private static Condition not(String raw, String text, String value) {
        if (!text.startsWith("not")) {
            refuseCapitals(raw, text.substring(0, 3));
        }
        if (value.isEmpty()) {
            throw new RefusedValueException("is \"not\" without a value: write `not X`, or `= not` for this very text");
        }
        if (value.startsWith("=")) {
            return new Condition.NotIn(List.of(value.substring(1).strip()));
        }
        if (value.startsWith("[")) {
            return new Condition.NotIn(values(raw, value));
        }
        if (isOperator(value)) {
            throw new RefusedValueException("is " + Secrets.quoted(raw)
                    + ", but `not` takes only a value or a list: write `not = " + value + "` for the text");
        }
        return new Condition.NotIn(List.of(value));
    }

    private static Condition compare(String raw, String text, Matcher compare) {
        String value = compare.group(2).strip();
        if (value.isEmpty() || value.startsWith("=") || value.startsWith("<") || value.startsWith(">")) {
            throw new RefusedValueException("is " + Secrets.quoted(raw) + ": write `" + compare.group(1)
                    + " X` with a value, or `= " + text + "` for this very text");
        }
        for (Condition.Operator operator : Condition.Operator.values()) {
            if (operator.sql().equals(compare.group(1))) {
                return new Condition.Compare(operator, value);
            }
        }
        throw new IllegalStateException("no operator " + compare.group(1));
    }

    private static List<String> values(String raw, String list) {
        if (!list.endsWith("]")) {
            throw new RefusedValueException("is " + Secrets.quoted(raw) + ", which lacks the closing ]: write `= "
                    + list + "` for this very text");
        }
        List<ListText.Item> items = ListText.parse(list);
        if (items.isEmpty()) {
            throw emptyList();
        }
        items.stream().filter(item -> !item.quoted()).forEach(item -> refuseOperator(item.text()));
        return items.stream().map(ListText.Item::text).toList();
    }

    private static RefusedValueException emptyList() {
        return new RefusedValueException("is an empty list: name at least one value, or take the condition out");
    }

    private static void refuseOperator(String item) {
        if (isOperator(item.strip())) {
            throw new RefusedValueException("holds " + Secrets.quoted(item)
                    + ", but a list holds only values: write the text in quotes inside one text, \"['" + item.strip()
                    + "', …]\", or take it out of the list");
        }
    }

    private static boolean isOperator(String text) {
        return text.startsWith("=")
                || text.startsWith("!=")
                || WORDS.matcher(text).matches()
                || NOT.matcher(text).matches()
                || COMPARE.matcher(text).matches();
    }

    private static void refuseCapitals(String raw, String words) {
        if (!words.equals(words.toLowerCase(Locale.ROOT))) {
            throw new RefusedValueException("is " + Secrets.quoted(raw) + ": write `"
                    + words.toLowerCase(Locale.ROOT) + "` in small letters, or `= " + raw.strip()
                    + "` for this very text");
        }
    }
}
