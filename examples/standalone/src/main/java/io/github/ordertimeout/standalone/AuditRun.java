package io.github.ordertimeout.standalone;

import io.github.ordertimeout.config.ConfigurationException;
import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.jdbc.JdbcOrderStore;
import io.github.ordertimeout.jdbc.audit.AuditCursor;
import io.github.ordertimeout.jdbc.audit.AuditPage;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.standalone.terminal.Console;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One audit: to its end, until the process is told to end, or until the database fails it. */
final class AuditRun {
    private final JdbcOrderStore store;
    private final Console console;
    private final AuditOutput output;
    private final EndOfRun end;
    private @Nullable AuditCursor next;
    private boolean error;

    AuditRun(JdbcOrderStore store, Console console, AuditOutput output, EndOfRun end) {
        this.store = store;
        this.console = console;
        this.output = output;
        this.end = end;
    }

    ExitCode run(AuditRequest request) {
        Optional<String> interruption = interruption(request);
        Optional<String> place =
                interruption.flatMap(why -> Optional.ofNullable(next)).map(AuditCursor::text);
        output.end(console, place);
        interruption.ifPresent(why -> console.err()
                .println(why
                        + place.map(at -> " Go on with: audit " + (request.resumable() ? "--resume, or audit " : "")
                                        + "--after " + at)
                                .orElse("")));
        return interruption.isPresent() || error ? ExitCode.FAILED : ExitCode.SOUND;
    }

    /** What kept it from its end, where something did. */
    private Optional<String> interruption(AuditRequest request) {
        try {
            return store.audit(request, this::page) ? Optional.empty() : Optional.of("The audit was interrupted.");
        } catch (ConfigurationException e) {
            throw e;
        } catch (RuntimeException e) {
            if (next == null) {
                throw e;
            }
            return Optional.of("The audit was interrupted: "
                    + DatabaseWords.of(e).orElseGet(() -> DatabaseWords.firstLine(e)) + ".");
        }
    }

    private boolean page(AuditPage page) {
        output.page(page, console);
        error |= page.faults().stream().anyMatch(fault -> fault.kind().severity() == Finding.Severity.ERROR);
        next = page.next();
        return !end.isAsked();
    }
}
