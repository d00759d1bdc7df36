package io.github.ordertimeout.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads maps by column name: conditions, what is set, and pairs of columns. */
final class ColumnMaps {
    private final Section section;

    ColumnMaps(Section section) {
        this.section = section;
    }

    Map<String, Condition> conditions(String key) {
        return each(key, entry -> {
            if (entry.tree() instanceof ConfigTree.Items items) {
                return conditionOfItems(entry.path(), items);
            }
            return scalar(entry, "write `is null` or `not null` for a null, or `= null` for the text null")
                    .flatMap(text -> section.read(entry.path(), text, ConditionText::parse));
        });
    }

    Map<String, SetValue> sets(String key) {
        return each(
                key,
                entry -> scalar(entry, "write :null to set null, or put it in quotes for the text null")
                        .flatMap(text -> section.read(entry.path(), text, SetValueText::parse)));
    }

    Map<String, String> names(String key) {
        return each(
                key,
                entry -> scalar(entry, "name a column").flatMap(text -> {
                    if (text.isBlank()) {
                        section.findings().refuse(entry.path(), "is blank: name a column");
                        return Optional.empty();
                    }
                    return Optional.of(text.strip());
                }));
    }

    private <T> Map<String, T> each(String key, Function<Section.Entry, Optional<T>> reader) {
        Map<String, T> result = new LinkedHashMap<>();
        Optional<Section.Entry> map = section.entry(key);
        if (map.isEmpty()) {
            return result;
        }
        String path = map.get().path();
        Section.entries(path, map.get().tree(), section.findings()).forEach((column, tree) -> {
            if (column.isBlank()) {
                section.findings().refuse(path, "has a blank column name: name a column");
                return;
            }
            reader.apply(new Section.Entry(Keys.child(path, column), tree))
                    .ifPresent(value -> result.put(column, value));
        });
        return result;
    }

    private Optional<Condition> conditionOfItems(String path, ConfigTree.Items items) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.items().size(); i++) {
            ConfigTree item = items.items().get(i);
            if (item instanceof ConfigTree.Scalar scalar) {
                texts.add(scalar.text());
            } else if (item instanceof ConfigTree.Null) {
                section.findings()
                        .refuse(
                                Keys.item(path, i),
                                "is null, but a list holds only values: write `is null` or `not null` "
                                        + "as the whole condition, or put it in quotes for the text null");
                return Optional.empty();
            } else {
                section.findings().refuse(Keys.item(path, i), "must be a single value, not " + Section.kind(item));
                return Optional.empty();
            }
        }
        try {
            return Optional.of(ConditionText.parse(texts));
        } catch (RefusedValueException e) {
            section.findings().refuse(path, e.predicate());
            return Optional.empty();
        }
    }

    private Optional<String> scalar(Section.Entry entry, String adviceForNull) {
        if (entry.tree() instanceof ConfigTree.Scalar scalar) {
            return Optional.of(scalar.text());
        }
        section.findings()
                .refuse(
                        entry.path(),
                        entry.tree() instanceof ConfigTree.Null
                                ? "is null: " + adviceForNull
                                : "must be a single value, not " + Section.kind(entry.tree()));
        return Optional.empty();
    }
}
