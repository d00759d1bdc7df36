package io.github.ordertimeout;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An order as a caller names it: by id or number, or as {@code SOURCE/ID} or {@code SOURCE:ID} where a rule has physical shards,
 * so that the same id may be an order in each.
 *
 * <p>Catalogs fold names, people need not: where no source is spelled like that, case does not matter.
 *
 * @param source the shard's; empty where none is named
 * @param idOrNumber what is left of the caller's text
 */
record OrderAddress(Optional<String> source, String idOrNumber) {
    static OrderAddress of(String text, Collection<RuleParts> rules) {
        return of(text, rules, false)
                .or(() -> of(text, rules, true))
                .orElseGet(() -> new OrderAddress(Optional.empty(), text));
    }

    private static Optional<OrderAddress> of(String text, Collection<RuleParts> rules, boolean ignoringCase) {
        return rules.stream()
                .filter(rule -> rule.rule().shard().isPresent())
                .map(RuleParts::source)
                .filter(source -> text.length() > source.length()
                        && "/:".indexOf(text.charAt(source.length())) >= 0
                        && text.regionMatches(ignoringCase, 0, source, 0, source.length()))
                .findFirst()
                .map(source -> new OrderAddress(Optional.of(source), text.substring(source.length() + 1)));
    }

    /** The rules that it may be an order of. */
    List<RuleParts> among(Collection<RuleParts> rules) {
        return rules.stream()
                .filter(rule -> source.isEmpty() || source.get().equals(rule.source()))
                .toList();
    }
}
