package io.github.ordertimeout.jdbc.audit;

import io.github.ordertimeout.doctor.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How often each kind of fault was met, with the first few orders: a report stays small, whatever the table's size. */
final class Cases {
    private static final int FIRST = 10;

    /** A kind of fault. */
    record Kind(Finding.Severity severity, String code, String what, String advice) {}

    private static final class Met {
        private final List<String> first = new ArrayList<>();
        private long count;
    }

    private final Map<Kind, Met> met = new LinkedHashMap<>();

    void add(Kind kind, String order) {
        Met so = met.computeIfAbsent(kind, key -> new Met());
        so.count++;
        if (so.first.size() < FIRST) {
            so.first.add(order);
        }
    }

    List<Finding> findings(String source) {
        List<Finding> findings = new ArrayList<>();
        met.forEach((kind, so) -> findings.add(new Finding(
                kind.severity(),
                kind.code(),
                so.count + (so.count == 1 ? " order of `" : " orders of `") + source + "` " + kind.what() + ": "
                        + String.join(", ", so.first) + (so.count > so.first.size() ? ", …" : ""),
                kind.advice())));
        return findings;
    }
}
