package io.github.ordertimeout.jdbc.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Cuts what is asked for into statements of a bearable length. */
public final class Chunks {
    private Chunks() {}

    /** The chunks, in order, of so many at most. */
    public static <T> List<List<T>> of(Collection<T> all, int most) {
        List<T> list = List.copyOf(all);
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < list.size(); from += most) {
            chunks.add(list.subList(from, Math.min(from + most, list.size())));
        }
        return chunks;
    }
}
