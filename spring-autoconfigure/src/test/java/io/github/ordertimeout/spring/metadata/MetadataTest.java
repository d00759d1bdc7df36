package io.github.ordertimeout.spring.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ordertimeout.config.KnownKey;
import io.github.ordertimeout.spring.properties.SpringKeys;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("metadata, documentation and parser know the same keys")
class MetadataTest {
    private static final String METADATA = "/META-INF/additional-spring-configuration-metadata.json";

    /** Keys of these come with a later version and are not in the documentation's tables yet. */
    private static final Set<String> LATER = Set.of("order-timeout.tables.keep");

    private static JsonNode metadata() throws IOException {
        try (InputStream in = MetadataTest.class.getResourceAsStream(METADATA)) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static Set<String> parserKeys() {
        Set<String> keys = KnownKey.all().stream().map(KnownKey::name).collect(Collectors.toCollection(TreeSet::new));
        keys.addAll(SpringKeys.ALL);
        return keys;
    }

    @Test
    @DisplayName("metadata and parser")
    void metadataKeys() throws IOException, ClassNotFoundException {
        Set<String> keys = new TreeSet<>();
        for (JsonNode property : metadata().get("properties")) {
            String name = property.get("name").asText();
            if (name.equals("order-timeout.rules")) {
                assertThat(property.get("type").asText())
                        .isEqualTo("java.util.Map<java.lang.String," + RuleKeys.class.getName() + ">");
                collect(name + ".*", RuleKeys.class, keys);
            } else {
                keys.add(name);
            }
        }
        assertThat(keys).isEqualTo(parserKeys());
    }

    @Test
    @DisplayName("each property has a type that exists and a description; hints speak of properties")
    void complete() throws IOException {
        Set<String> names = new TreeSet<>();
        for (JsonNode property : metadata().get("properties")) {
            names.add(property.get("name").asText());
            assertThat(property.get("description").asText())
                    .as(property.toString())
                    .endsWith(".");
            String type = property.get("type").asText().replaceAll("<.*", "");
            assertThat(org.springframework.util.ClassUtils.isPresent(type, null))
                    .as(type)
                    .isTrue();
        }
        metadata()
                .get("hints")
                .forEach(hint -> assertThat(names).contains(hint.get("name").asText()));
    }

    @Test
    @DisplayName("documentation and parser")
    void documentedKeys() throws IOException {
        Path page = Path.of("../docs/configuration.md");
        Path spring = Path.of("../docs/spring.md");
        Set<String> documented = new TreeSet<>();
        String place = "";
        for (String line : Files.readAllLines(page)) {
            place = line.startsWith("#") ? line.replaceFirst("#+ ", "") : place;
            String prefix =
                    switch (place) {
                        case "A rule" -> "order-timeout.rules.*.";
                        case "Inventory" -> "order-timeout.inventory.";
                        case "The engine" -> "order-timeout.";
                        default -> "";
                    };
            if (!prefix.isEmpty() && line.startsWith("| `")) {
                Matcher key = Pattern.compile("`([a-z.-]+)`").matcher(line.substring(0, line.indexOf(" |", 2)));
                while (key.find()) {
                    documented.add(prefix + key.group(1));
                }
            }
        }
        Files.readAllLines(spring).stream()
                .map(Pattern.compile("\\| `(order-timeout\\.[a-z-]+)` \\|.*")::matcher)
                .filter(Matcher::matches)
                .forEach(key -> documented.add(key.group(1)));
        Set<String> parser = parserKeys().stream()
                .filter(key -> !LATER.contains(key))
                .filter(key -> !key.matches("order-timeout\\.rules\\.\\*\\.(inventory|scan|close|payment|safety)\\..*"))
                .map(key -> key.replaceFirst("(timeouts-by)\\[\\].*|(timeouts-from)\\..*", "$1$2"))
                .collect(Collectors.toCollection(TreeSet::new));
        for (String group : Set.of("inventory", "scan", "close", "payment", "safety")) {
            assertThat(documented.remove("order-timeout.rules.*." + group))
                    .as(group)
                    .isTrue();
        }
        assertThat(documented).isEqualTo(parser);
    }

    private static void collect(String path, Class<?> record, Set<String> keys) {
        for (RecordComponent component : record.getRecordComponents()) {
            String key = component
                    .getName()
                    .replaceAll("_$", "")
                    .replaceAll("([A-Z])", "-$1")
                    .toLowerCase(java.util.Locale.ROOT);
            Type type = component.getGenericType();
            if (component.getType().isRecord()) {
                collect(path + "." + key, component.getType(), keys);
            } else if (type instanceof ParameterizedType list
                    && list.getActualTypeArguments()[0] instanceof Class<?> item
                    && item.isRecord()) {
                collect(path + "." + key + "[]", item, keys);
            } else {
                keys.add(path + "." + key);
            }
        }
    }
}
