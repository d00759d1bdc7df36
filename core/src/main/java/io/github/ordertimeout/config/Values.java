package io.github.ordertimeout.config;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the plain kinds of value from a section: texts, numbers, choices, durations, zones, lists. */
final class Values {
    /** Abbreviations that no id is, and that no id is near to. */
    private static final Map<String, String> ABBREVIATIONS = Map.of(
            "CST", "Asia/Shanghai for China, America/Chicago for the United States",
            "EST", "America/New_York or America/Panama",
            "PST", "America/Los_Angeles or Asia/Manila",
            "MST", "America/Denver or America/Phoenix",
            "IST", "Asia/Kolkata, Europe/Dublin or Asia/Jerusalem",
            "BST", "Europe/London or Asia/Dhaka");

    private static final Pattern DIGITS = Pattern.compile("-?\\d{1,18}");

    private final Section section;

    Values(Section section) {
        this.section = section;
    }

    /** A text that is not blank. */
    Optional<String> text(String key) {
        return section.read(key, String::strip);
    }

    /** A text that must be there; blank where it is not, which is then a fault. */
    String required(String key, String whatToWrite) {
        Optional<String> text = text(key);
        if (text.isEmpty() && !section.has(key)) {
            section.refuse(key, "is required: " + whatToWrite);
        }
        return text.orElse("");
    }

    int integer(String key, int otherwise, int least, int most) {
        return section.read(key, text -> {
                    String digits = text.strip();
                    long number = DIGITS.matcher(digits).matches() ? Long.parseLong(digits) : Long.MIN_VALUE;
                    if (number < least || number > most) {
                        throw new RefusedValueException(
                                "is " + Secrets.quoted(text) + ", but it must be a whole number "
                                        + (most == Integer.MAX_VALUE
                                                ? "of at least " + least
                                                : "from " + least + " to " + most));
                    }
                    return (int) number;
                })
                .orElse(otherwise);
    }

    boolean flag(String key, boolean otherwise) {
        return section.read(key, text -> switch (text.strip()) {
                    case "true" -> true;
                    case "false" -> false;
                    default ->
                        throw new RefusedValueException(
                                "is " + Secrets.quoted(text) + ", but only true or false will do");
                })
                .orElse(otherwise);
    }

    <E extends Enum<E>> E choice(String key, E otherwise) {
        return choice(key, otherwise.getDeclaringClass()).orElse(otherwise);
    }

    <E extends Enum<E>> Optional<E> choice(String key, Class<E> type) {
        return section.read(
                key,
                text -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> spelled(constant).equals(text.strip()))
                        .findFirst()
                        .orElseThrow(() ->
                                new RefusedValueException("is " + Secrets.quoted(text) + ", but it must be one of "
                                        + Arrays.stream(type.getEnumConstants())
                                                .map(Values::spelled)
                                                .collect(Collectors.joining(", ")))));
    }

    private static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        return duration(key, least, most).orElse(otherwise);
    }

    Optional<Duration> duration(String key, Duration least, Duration most) {
        return section.read(key, text -> {
            Duration duration = DurationText.parse(text);
            if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
                throw new RefusedValueException("is " + Secrets.quoted(text) + ", but it must be from "
                        + DurationText.shown(least) + " to " + DurationText.shown(most));
            }
            return duration;
        });
    }

    Optional<ZoneId> zone(String key) {
        return section.read(key, text -> {
            try {
                return ZoneId.of(text.strip());
            } catch (DateTimeException e) {
                throw new RefusedValueException(
                        "is " + Secrets.quoted(text) + ", which is no time zone" + zoneHint(text.strip()));
            }
        });
    }

    private static String zoneHint(String text) {
        return Optional.ofNullable(ABBREVIATIONS.get(text.toUpperCase(Locale.ROOT)))
                .map(zones -> ", since it means more than one: write " + zones)
                .or(() -> Nearest.to(
                                text,
                                ZoneId.getAvailableZoneIds().stream().sorted().toList())
                        .map(name -> "; did you mean `" + name + "`?"))
                .orElse(": write an id such as Asia/Shanghai, UTC or +08:00");
    }

    /** A list, or one text that holds a list. Texts stay as they are. */
    List<String> list(String key) {
        Optional<Section.Entry> entry = section.entry(key);
        if (entry.isEmpty() || Section.isBlank(entry.get().tree())) {
            return List.of();
        }
        if (entry.get().tree() instanceof ConfigTree.Scalar) {
            return section.read(key, ListText::parse).orElse(List.of()).stream()
                    .map(ListText.Item::text)
                    .toList();
        }
        return items(entry.get());
    }

    /** A list, or one text that is its only item. */
    List<Section.Entry> statements(String key) {
        Optional<Section.Entry> entry = section.entry(key);
        if (entry.isEmpty() || Section.isBlank(entry.get().tree())) {
            return List.of();
        }
        if (!(entry.get().tree() instanceof ConfigTree.Items items)) {
            return List.of(entry.get());
        }
        List<Section.Entry> statements = new ArrayList<>();
        for (int i = 0; i < items.items().size(); i++) {
            statements.add(new Section.Entry(
                    Keys.item(entry.get().path(), i), items.items().get(i)));
        }
        return statements;
    }

    private List<String> items(Section.Entry entry) {
        if (!(entry.tree() instanceof ConfigTree.Items items)) {
            section.findings().refuse(entry.path(), "must be a list of values, not " + Section.kind(entry.tree()));
            return List.of();
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.items().size(); i++) {
            String path = Keys.item(entry.path(), i);
            textItem(path, items.items().get(i), section.findings()).ifPresent(texts::add);
        }
        return texts;
    }

    /** One item of a list of texts. */
    static Optional<String> textItem(String path, ConfigTree item, Findings findings) {
        if (item instanceof ConfigTree.Scalar scalar) {
            return Optional.of(scalar.text());
        }
        findings.refuse(
                path,
                item instanceof ConfigTree.Null
                        ? "is null: put the text in quotes if you mean it, or take it out"
                        : "must be a single value, not " + Section.kind(item));
        return Optional.empty();
    }
}
