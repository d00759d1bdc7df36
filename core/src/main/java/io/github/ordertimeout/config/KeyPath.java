package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a dotted key leads: {@code rules.unpaid.timeouts-by[0].where.order_type}. What a dot means depends on where it stands:
 * names of columns and rules may hold dots of their own.
 *
 * @param steps from the outside in
 * @param shape what may stand there
 */
record KeyPath(List<Step> steps, Shape shape) {
    private static final Pattern INDEX = Pattern.compile("\\[(\\d{1,4})\\]");
    private static final Pattern COLUMN = Pattern.compile("(.+?)((?:\\[\\d{1,4}\\])*)", Pattern.DOTALL);

    /** One step inwards. */
    sealed interface Step {}

    /** To the value of a key. */
    record Name(String name) implements Step {}

    /** To an item of a list. */
    record Index(int index) implements Step {}

    /**
     * Resolves a key.
     *
     * @param holdsKeys whether there are more keys below it, so that it may be a rule's whole name
     */
    static KeyPath of(Shape start, String key, boolean holdsKeys) {
        Resolver resolver = new Resolver(start, key);
        resolver.resolve(holdsKeys);
        return new KeyPath(List.copyOf(resolver.steps), resolver.shape);
    }

    private static final class Resolver {
        private final List<Step> steps = new ArrayList<>();
        private Shape shape;
        private String rest;

        private Resolver(Shape shape, String rest) {
            this.shape = shape;
            this.rest = rest;
        }

        private void resolve(boolean holdsKeys) {
            do {
                Matcher index = INDEX.matcher(rest);
                if (index.lookingAt() && !isMap()) {
                    steps.add(new Index(Integer.parseInt(index.group(1))));
                    shape = shape instanceof Shape.Rows rows ? rows.each() : Shape.VALUE;
                    rest = rest.substring(index.end());
                } else {
                    name(next(holdsKeys));
                }
                rest = rest.startsWith(".") && !rest.equals(".") ? rest.substring(1) : rest;
            } while (!rest.isEmpty());
        }

        private boolean isMap() {
            return shape instanceof Shape.Columns || shape instanceof Shape.Rules;
        }

        private void name(String name) {
            steps.add(new Name(name));
            if (shape instanceof Shape.Group group) {
                shape = group.keys().getOrDefault(name, Shape.VALUE);
            } else {
                shape = shape instanceof Shape.Rules rules ? rules.each() : Shape.VALUE;
            }
        }

        private String next(boolean holdsKeys) {
            int close = rest.startsWith("[") ? rest.indexOf(']') : -1;
            if (close > 0) {
                String name = rest.substring(1, close);
                rest = rest.substring(close + 1);
                return name;
            }
            if (shape instanceof Shape.Columns) {
                Matcher column = COLUMN.matcher(rest);
                return cut(column.matches() ? column.end(1) : rest.length());
            }
            if (shape instanceof Shape.Rules rules) {
                return cut(ruleNameEnd(rules.each(), holdsKeys));
            }
            return cut(segmentEnd(0));
        }

        private String cut(int end) {
            String name = rest.substring(0, end);
            rest = rest.substring(end);
            return name;
        }

        /** A rule's name ends before the first dot that a key of rules follows. */
        private int ruleNameEnd(Shape.Group rule, boolean holdsKeys) {
            for (int dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.', dot + 1)) {
                if (rule.keys().containsKey(rest.substring(dot + 1, segmentEnd(dot + 1)))) {
                    return dot;
                }
            }
            return holdsKeys ? rest.length() : segmentEnd(0);
        }

        private int segmentEnd(int from) {
            int end = from;
            while (end < rest.length() && (end == from || ".[".indexOf(rest.charAt(end)) < 0)) {
                end++;
            }
            return end;
        }
    }
}
