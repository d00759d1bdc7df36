package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tree in the making: filled key by key, laid over another, then frozen. */
final class Draft {
    private final Map<String, Draft> entries = new LinkedHashMap<>();
    private final NavigableMap<Integer, Draft> items = new TreeMap<>();
    private @Nullable ConfigTree value;

    /** Takes a tree in, where keys may be dotted. A key given twice is a fault. */
    void fill(Shape shape, String path, ConfigTree tree, Findings findings) {
        if (tree instanceof ConfigTree.Node node && !node.entries().isEmpty()) {
            node.entries().forEach((key, below) -> fillEntry(shape, path, key, below, findings));
        } else if (tree instanceof ConfigTree.Items list && !list.items().isEmpty()) {
            Shape each = shape instanceof Shape.Rows rows ? rows.each() : Shape.VALUE;
            for (int i = 0; i < list.items().size(); i++) {
                Draft item = step(new KeyPath.Index(i));
                item.fill(each, Keys.item(path, i), list.items().get(i), findings);
            }
        } else {
            setOnce(path, tree, findings);
        }
    }

    private void fillEntry(Shape shape, String path, String key, ConfigTree below, Findings findings) {
        boolean dotted = shape instanceof Shape.Group || shape instanceof Shape.Rules;
        KeyPath keyPath = dotted
                ? KeyPath.of(shape, key, !(below instanceof ConfigTree.Scalar))
                : new KeyPath(List.of(new KeyPath.Name(key)), Shape.VALUE);
        put(keyPath, path, below, findings);
    }

    /** Takes one value in. A key given twice is a fault. */
    void put(KeyPath keyPath, String path, ConfigTree tree, Findings findings) {
        Draft draft = this;
        String full = path;
        for (KeyPath.Step step : keyPath.steps()) {
            if (draft.value != null) {
                findings.refuse(full, "is given twice, once as a value and once with keys below it: keep one");
                return;
            }
            full = step instanceof KeyPath.Name name
                    ? Keys.child(full, name.name())
                    : Keys.item(full, ((KeyPath.Index) step).index());
            draft = draft.step(step);
        }
        draft.fill(keyPath.shape(), full, tree, findings);
    }

    /** Takes one value in, in place of what may be there. */
    void replace(List<KeyPath.Step> steps, String text) {
        Draft draft = this;
        for (KeyPath.Step step : steps) {
            draft.value = null;
            draft = draft.step(step);
        }
        draft.clear();
        draft.value = new ConfigTree.Scalar(text);
    }

    private void setOnce(String path, ConfigTree tree, Findings findings) {
        if (value != null || !entries.isEmpty() || !items.isEmpty()) {
            findings.refuse(path, "is given twice: keep one");
        } else {
            value = tree;
        }
    }

    private Draft step(KeyPath.Step step) {
        return step instanceof KeyPath.Name name
                ? entries.computeIfAbsent(name.name(), key -> new Draft())
                : items.computeIfAbsent(((KeyPath.Index) step).index(), key -> new Draft());
    }

    /** Lays another over this one: its values win, item by item and key by key. */
    void overlay(Draft upper) {
        overlay(upper, false);
    }

    /** The same, but a list of the other replaces the whole list here: two files are not meant to be read as one list. */
    void replaceWith(Draft upper) {
        overlay(upper, true);
    }

    private void overlay(Draft upper, boolean wholeLists) {
        if (upper.value != null) {
            clear();
            value = upper.value;
            return;
        }
        if (!upper.entries.isEmpty()) {
            value = null;
            items.clear();
        }
        if (!upper.items.isEmpty()) {
            value = null;
            entries.clear();
            if (wholeLists) {
                items.clear();
            }
        }
        upper.entries.forEach((key, draft) ->
                entries.computeIfAbsent(key, absent -> new Draft()).overlay(draft, wholeLists));
        upper.items.forEach((index, draft) ->
                items.computeIfAbsent(index, absent -> new Draft()).overlay(draft, wholeLists));
    }

    private void clear() {
        value = null;
        entries.clear();
        items.clear();
    }

    ConfigTree freeze(String path, Findings findings) {
        if (value != null) {
            return value;
        }
        if (items.isEmpty()) {
            Map<String, ConfigTree> frozen = new LinkedHashMap<>();
            entries.forEach((key, draft) -> frozen.put(key, draft.freeze(Keys.child(path, key), findings)));
            return new ConfigTree.Node(frozen);
        }
        if (!entries.isEmpty()) {
            findings.refuse(path, "is given as a list and with keys below it: keep one");
        }
        List<ConfigTree> frozen = new ArrayList<>();
        items.forEach((index, draft) -> {
            if (index != frozen.size()) {
                findings.refuse(
                        Keys.item(path, index),
                        "is given, but " + Keys.item(path, frozen.size())
                                + " is not: number the items from 0 without gaps");
            }
            frozen.add(draft.freeze(Keys.item(path, index), findings));
        });
        return new ConfigTree.Items(frozen);
    }
}
