package io.github.ordertimeout.standalone;

import io.github.ordertimeout.jdbc.audit.AuditCursor;
import io.github.ordertimeout.jdbc.audit.AuditRequest;
import io.github.ordertimeout.standalone.arguments.Arguments;
import io.github.ordertimeout.standalone.arguments.OptionName;
import io.github.ordertimeout.standalone.arguments.UsageException;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether what the library has written and what the orders say agree. Changes nothing, but for its own place where it is to keep
 * that. Told to end, it ends after the page it is at, and says where it can go on.
 */
final class AuditCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        Arguments arguments = invocation.arguments();
        try (EndOfRun end = EndOfRun.watch();
                OpenShop shop = OpenShop.openToRead(invocation.configuration())) {
            String dataSource = shop.one(arguments.value(OptionName.DATA_SOURCE));
            AuditRequest request = request(arguments, shop, dataSource);
            AuditRun run = new AuditRun(
                    shop.jdbcStore(dataSource),
                    invocation.console(),
                    request.resumable() ? AuditOutput.each() : AuditOutput.summed(),
                    end);
            return end.with(run.run(request));
        }
    }

    private static AuditRequest request(Arguments arguments, OpenShop shop, String dataSource) {
        AuditRequest request = AuditRequest.of(shop.rulesOf(dataSource));
        if (arguments.value(OptionName.SINCE).isPresent()) {
            Instant now = shop.store(dataSource).now();
            Instant since = Since.parse(arguments.value(OptionName.SINCE).get(), now);
            request = request.since(Duration.between(since, now));
        }
        if (arguments.value(OptionName.AFTER).isPresent()) {
            request = request.after(cursor(arguments.value(OptionName.AFTER).get()));
        }
        return arguments.has(OptionName.RESUME) ? request.keepingItsPlace() : request;
    }

    private static AuditCursor cursor(String text) {
        try {
            return new AuditCursor(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--after: " + e.getMessage());
        }
    }
}
