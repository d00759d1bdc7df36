package io.github.ordertimeout.jdbc.catalog;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Brings text to a column's kind of value and back. One canonical text per value. */
interface ValueCodec {
    /**
     * The one text that stands for the value that this text means.
     *
     * @throws CatalogFault without a column name if the text means no value of the type: only the reason, or an empty message
     */
    String canonical(String text);

    /** Binds a canonical text. */
    void set(PreparedStatement statement, int position, String canonical) throws SQLException;

    /** The canonical text of a value read. */
    @Nullable
    String read(ResultSet row, int index) throws SQLException;

    /** What makes two canonical texts the same value in the database's eyes, or possibly the same: never too fine. */
    default String fold(String canonical) {
        return canonical;
    }

    /** As much of a free text as the column holds. */
    default String cut(String text) {
        return text;
    }
}
