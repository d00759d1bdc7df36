package io.github.ordertimeout.standalone;

import io.github.ordertimeout.doctor.Finding;
import io.github.ordertimeout.standalone.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What keeps the rules from working, makes them slow, or is probably not what was meant. Changes nothing. */
final class DoctorCommand implements Command {
    @Override
    public ExitCode run(Invocation invocation) {
        try (OpenShop shop = OpenShop.openToRead(invocation.configuration())) {
            shop.rules();
            List<Finding> findings = new ArrayList<>();
            for (String dataSource : shop.dataSources()) {
                findings.addAll(shop.jdbcStore(dataSource).examine(shop.rulesOf(dataSource), OptionalInt.empty()));
            }
            return FindingsOutput.print(findings, "Nothing is amiss.", invocation.console());
        }
    }
}
