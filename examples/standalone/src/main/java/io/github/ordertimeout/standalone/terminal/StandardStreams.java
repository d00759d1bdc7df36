package io.github.ordertimeout.standalone.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Standard output and error in UTF-8, whatever the locale says: order numbers and JSON are not ASCII everywhere. */
public final class StandardStreams {
    private StandardStreams() {}

    /** Standard output. */
    public static PrintStream out() {
        return isWindowsTerminal() ? System.out : utf8(FileDescriptor.out);
    }

    /** Standard error. */
    public static PrintStream err() {
        return isWindowsTerminal() ? System.err : utf8(FileDescriptor.err);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    /** A terminal there has a code page of its own. */
    private static boolean isWindowsTerminal() {
        return Terminals.isTerminal()
                && System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows");
    }
}
