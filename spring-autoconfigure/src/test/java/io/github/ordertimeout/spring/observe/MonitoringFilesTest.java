package io.github.ordertimeout.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The shipped dashboard and alert rules name meters that exist; that those are scraped is shown by {@link ActuatorTest}. */
class MonitoringFilesTest {
    private static final String ALERTS = "monitoring/order-timeout-alerts.yml";
    private static final String DASHBOARD = "monitoring/order-timeout-dashboard.json";
    private static final String RUNBOOK = "https://github.com/ordertimeout/order-timeout/blob/main/docs/runbook.md#";

    private static List<JsonNode> alerts() throws IOException {
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode group :
                new YAMLMapper().readTree(DocumentedMeters.page(ALERTS)).get("groups")) {
            group.get("rules").forEach(alerts::add);
        }
        return alerts;
    }

    private static Set<String> named(String text) {
        Set<String> names = new TreeSet<>();
        Pattern.compile("\\border_timeout_[a-z_]+")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .forEach(names::add);
        return names;
    }

    @Test
    @DisplayName("each query of the dashboard and of the alerts names documented meters; the dashboard shows them all")
    void meters() throws IOException {
        Set<String> known = DocumentedMeters.prometheusNames();
        JsonNode dashboard = new ObjectMapper().readTree(DocumentedMeters.page(DASHBOARD));
        List<String> queries = new ArrayList<>();
        dashboard
                .get("panels")
                .forEach(panel -> panel.get("targets")
                        .forEach(target -> queries.add(target.get("expr").asText())));
        assertThat(queries)
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        query -> assertThat(named(query)).as(query).isNotEmpty().isSubsetOf(known));
        assertThat(named(dashboard.get("templating").toString())).isNotEmpty().isSubsetOf(known);
        assertThat(named(String.join("\n", queries))).containsExactlyElementsOf(withoutCounts(known));
        assertThat(alerts())
                .hasSizeGreaterThan(10)
                .allSatisfy(alert -> assertThat(named(alert.get("expr").asText()))
                        .as(alert.get("alert").asText())
                        .isNotEmpty()
                        .isSubsetOf(known));
    }

    /** The lateness is shown by its buckets alone. */
    private static Set<String> withoutCounts(Set<String> known) {
        Set<String> shown = new TreeSet<>(known);
        shown.remove("order_timeout_lateness_seconds_count");
        shown.remove("order_timeout_lateness_seconds_sum");
        return shown;
    }

    @Test
    @DisplayName("each outcome, kind, reason and type that an alert asks for is one of the page")
    void tags() throws IOException {
        String page = DocumentedMeters.page("observability.md");
        for (JsonNode alert : alerts()) {
            Pattern.compile("\\{[a-z_]+=\"([a-z_]+)\"}")
                    .matcher(alert.get("expr").asText())
                    .results()
                    .forEach(tag -> assertThat(page).contains("`" + tag.group(1) + "`"));
        }
    }

    @Test
    @DisplayName("each alert names its section of the runbook, and each section is an alert's")
    void runbook() throws IOException {
        List<String> sections = DocumentedMeters.page("runbook.md")
                .lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3))
                .toList();
        assertThat(alerts()).extracting(alert -> alert.get("alert").asText()).containsExactlyElementsOf(sections);
        assertThat(alerts()).allSatisfy(alert -> {
            String name = alert.get("alert").asText();
            assertThat(alert.at("/annotations/runbook_url").asText())
                    .isEqualTo(RUNBOOK + name.toLowerCase(Locale.ROOT));
            assertThat(alert.at("/annotations/summary").asText()).isNotBlank();
        });
    }

    @Test
    @DisplayName("promtool finds nothing wrong with the alert rules, where it is installed")
    void promtool() throws IOException, InterruptedException {
        Process check;
        try {
            check = new ProcessBuilder(
                            "promtool",
                            "check",
                            "rules",
                            DocumentedMeters.docs().resolve(ALERTS).toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "promtool is not installed: " + e.getMessage());
            return;
        }
        String output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(output).isZero();
    }
}
