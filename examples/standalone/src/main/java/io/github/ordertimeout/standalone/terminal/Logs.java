package io.github.ordertimeout.standalone.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the log to standard error: standard output belongs to the results, so that JSON can be piped. */
public final class Logs {
    private static final String TIMED = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%n";
    private static final String WITHOUT_TRACE = "%nopex";

    private Logs() {}

    /**
     * Begins to log; a log configuration of the user's ({@code -Dlogback.configurationFile}) is left alone.
     *
     * @param info whether INFO is shown; else only what needs somebody's attention
     * @param traces whether stack traces are shown
     */
    public static void to(PrintStream err, boolean info, boolean traces) {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (!(factory instanceof LoggerContext context) || System.getProperty("logback.configurationFile") != null) {
            return;
        }
        context.reset();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern((info ? TIMED : "%-5level %msg%n") + (traces ? "" : WITHOUT_TRACE));
        encoder.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(err);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(info ? Level.INFO : Level.WARN);
        root.addAppender(appender);
        // The pool tells of itself at INFO, and the drivers repeat what the runner says anyway.
        context.getLogger("com.zaxxer.hikari").setLevel(traces ? Level.INFO : Level.WARN);
        context.getLogger("org.mariadb.jdbc").setLevel(traces ? Level.WARN : Level.OFF);
    }

    /** Says nothing of single orders: where failures are part of the show, they are shown elsewhere. */
    public static void withoutOrders() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("io.github.ordertimeout.order").setLevel(Level.OFF);
        }
    }
}
