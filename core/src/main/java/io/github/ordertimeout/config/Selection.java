package io.github.ordertimeout.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which rows the rule speaks of, beside status and deadline, and which of them show signs of a payment.
 *
 * @param where conditions by column, ANDed
 * @param whereSql a trusted SQL condition on alias {@code o}
 * @param paidEvidence conditions by column, ORed; null is never evidence
 * @param paidEvidenceSql a trusted SQL condition on alias {@code o}, ORed
 */
public record Selection(
        Map<String, Condition> where,
        Optional<SqlTemplate> whereSql,
        Map<String, Condition> paidEvidence,
        Optional<SqlTemplate> paidEvidenceSql) {
    /** Copies the maps, keeping their order. */
    public Selection {
        where = Collections.unmodifiableMap(new LinkedHashMap<>(where));
        paidEvidence = Collections.unmodifiableMap(new LinkedHashMap<>(paidEvidence));
    }
}
