package io.github.ordertimeout.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Reads a configuration file, by its ending. */
final class ConfigFile {
    private final Path path;
    private final Findings findings;

    ConfigFile(Path path, Findings findings) {
        this.path = path;
        this.findings = findings;
    }

    /** The file's keys, with dotted ones taken apart. */
    Draft read() {
        String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
        Draft draft = new Draft();
        if (name.endsWith(".yml") || name.endsWith(".yaml")) {
            draft.fill(Shape.FILE, "", yaml(text()), findings);
        } else if (name.endsWith(".properties")) {
            PropertiesText.read(path.toString(), text(), findings)
                    .forEach((key, value) ->
                            draft.put(KeyPath.of(Shape.FILE, key, false), "", new ConfigTree.Scalar(value), findings));
        } else {
            throw fault("is not named *.yml, *.yaml or *.properties: rename it, so that its syntax is known");
        }
        return draft;
    }

    private ConfigTree.Node yaml(String text) {
        try {
            return YamlText.read(path.toString(), text, findings);
        } catch (NoClassDefFoundError e) {
            throw fault("is YAML, and jackson-dataformat-yaml is not on the class path:"
                    + " add com.fasterxml.jackson.dataformat:jackson-dataformat-yaml, or use a .properties file");
        }
    }

    private String text() {
        if (Files.isDirectory(path)) {
            throw fault("is a directory: name a .yml or .properties file");
        }
        if (!Files.exists(path)) {
            throw fault("does not exist: name an existing .yml or .properties file");
        }
        try {
            return decoded(Files.readAllBytes(path));
        } catch (AccessDeniedException e) {
            throw fault("cannot be read: grant this user the right to read it");
        } catch (IOException e) {
            throw fault("cannot be read (" + e.getMessage() + "): make it readable, or name another");
        }
    }

    private String decoded(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        String text = out.toString();
        if (result.isError()) {
            int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            int column = text.length() - text.lastIndexOf('\n');
            throw fault("is not UTF-8 at line " + line + " column " + column + ": save it in UTF-8");
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private ConfigurationException fault(String predicate) {
        return new ConfigurationException("Configuration file " + path + " " + predicate + ".");
    }
}
