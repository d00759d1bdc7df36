package io.github.ordertimeout.spring.properties;

import io.github.ordertimeout.config.ConfigTree;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The text of a value that no file can be asked about: of Java code, JSON, {@code .properties} or the command line. */
final class RawValue {
    private RawValue() {}

    /** Empty where the value does not tell how it was written: 1.1 may have been 1.10, and false may have been no. */
    static Optional<ConfigTree> textOf(String name, @Nullable Object value) {
        if (value == null) {
            return Optional.of(new ConfigTree.Null());
        }
        if (value instanceof CharSequence text) {
            return Optional.of(new ConfigTree.Scalar(asUtf8(text.toString())));
        }
        if (value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof BigInteger) {
            return Optional.of(new ConfigTree.Scalar(value.toString()));
        }
        if (value instanceof Boolean && OwnNames.isFlag(name)) {
            return Optional.of(new ConfigTree.Scalar(value.toString()));
        }
        return value instanceof List<?> items ? listOf(name, items) : Optional.empty();
    }

    private static Optional<ConfigTree> listOf(String name, List<?> items) {
        List<ConfigTree> texts = new ArrayList<>();
        for (Object item : items) {
            Optional<ConfigTree> text = textOf(name, item);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            texts.add(text.get());
        }
        return Optional.of(new ConfigTree.Items(texts));
    }

    /** Boot reads {@code .properties} as Latin-1, editors save them in UTF-8; what is valid UTF-8 beyond ASCII is that. */
    private static String asUtf8(String text) {
        boolean beyondAscii = text.chars().anyMatch(c -> c > 0x7F);
        if (!beyondAscii || text.chars().anyMatch(c -> c > 0xFF)) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            return text;
        }
    }
}
