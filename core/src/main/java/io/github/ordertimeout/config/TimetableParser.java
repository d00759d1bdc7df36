package io.github.ordertimeout.config;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code scan.cron}, {@code scan.quiet} and {@code scan.zone}. */
final class TimetableParser {
    private TimetableParser() {}

    /**
     * Reads them.
     *
     * @param otherwise the zone where {@code zone} names none
     * @param decides whether this is what a rule goes by, and not only what rules may take over
     */
    static Timetable parse(Section scan, Optional<ZoneId> otherwise, boolean decides) {
        Values values = new Values(scan);
        Optional<ZoneId> zone = values.zone("zone").or(() -> otherwise);
        Optional<Cron> cron = scan.read("cron", Cron::parse);
        List<QuietWindow> quiet = new ArrayList<>();
        values.list("quiet")
                .forEach(text ->
                        scan.read(scan.path("quiet"), text, QuietWindow::parse).ifPresent(quiet::add));
        if (cron.isEmpty() && quiet.isEmpty()) {
            return Timetable.ALWAYS;
        }
        if (decides && zone.isEmpty()) {
            scan.refuse(
                    cron.isPresent() ? "cron" : "quiet",
                    "has no time zone: write scan.zone, for example Asia/Shanghai, or the rule's time-zone");
        }
        if (Timetable.Checks.isAlwaysQuiet(quiet)) {
            scan.refuse("quiet", "leaves no minute of the week in which anything is closed: take a window out");
            return Timetable.ALWAYS;
        }
        Timetable timetable = new Timetable(cron, quiet, zone.orElse(ZoneOffset.UTC));
        if (cron.isPresent() && !quiet.isEmpty() && Timetable.Checks.isAlwaysInQuiet(cron.get(), timetable)) {
            scan.refuse(
                    "cron", "only has moments inside the windows of scan.quiet, so that nothing would ever be closed");
        }
        return timetable;
    }
}
