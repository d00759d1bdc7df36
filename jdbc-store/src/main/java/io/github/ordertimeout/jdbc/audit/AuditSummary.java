package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts faults by table and kind, and keeps the first few orders of each: stays small, whatever is found. Not thread-safe.
 */
public final class AuditSummary implements AuditReader {
    private static final int FIRST = 10;

    private record What(String source, FaultKind kind) {}

    private static final class Met {
        private final List<String> first = new ArrayList<>();
        private long count;
    }

    private final Map<What, Met> met = new LinkedHashMap<>();

    @Override
    public boolean page(AuditPage page) {
        page.faults().forEach(this::add);
        return true;
    }

    private void add(AuditFault fault) {
        Met so = met.computeIfAbsent(new What(fault.order().source(), fault.kind()), what -> new Met());
        so.count++;
        if (so.first.size() < FIRST) {
            so.first.add(fault.named());
        }
    }

    /** One finding per table and kind, errors first. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        met.forEach((what, so) -> findings.add(new Finding(
                what.kind().severity(),
                what.kind().code(),
                so.count + (so.count == 1 ? " order of `" : " orders of `") + what.source() + "`: "
                        + what.kind().what() + ": " + String.join(", ", so.first)
                        + (so.count > so.first.size() ? ", …" : ""),
                what.kind().advice())));
        findings.sort(Comparator.comparing(Finding::severity));
        return List.copyOf(findings);
    }
}
