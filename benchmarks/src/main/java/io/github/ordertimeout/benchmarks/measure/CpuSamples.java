package io.github.ordertimeout.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** Where threads were seen at work, by Flight Recorder, and what allocated. */
public final class CpuSamples {
    private static final int SHOWN = 60;
    /** What nearly every stack holds tells nothing. */
    private static final double TOO_MUCH = 0.6;

    private CpuSamples() {}

    /** Runs the work and tells which methods were on top of a stack, and which ones anywhere in it. */
    public static String of(Runnable work) {
        try {
            Path file = Files.createTempFile("benchmarks", ".jfr");
            try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
                recording.start();
                work.run();
                recording.stop();
                recording.dump(file);
                return summary(file);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String summary(Path file) throws IOException {
        Map<String, Long> top = new HashMap<>();
        Map<String, Long> within = new HashMap<>();
        Map<String, Long> allocating = new HashMap<>();
        long samples = 0;
        long bytes = 0;
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                RecordedEvent event = events.readEvent();
                if (event.getStackTrace() == null) {
                    continue;
                }
                List<String> stack = new ArrayList<>();
                event.getStackTrace().getFrames().forEach(frame -> stack.add(name(frame)));
                Set<String> each = new HashSet<>(stack);
                each.removeIf(frame -> !frame.startsWith("io.github.ordertimeout"));
                if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
                    samples++;
                    top.merge(stack.get(0), 1L, Long::sum);
                    each.forEach(frame -> within.merge(frame, 1L, Long::sum));
                } else if (event.getEventType().getName().equals("jdk.ObjectAllocationSample")) {
                    long weight = event.getLong("weight");
                    bytes += weight;
                    each.forEach(frame -> allocating.merge(frame, weight, Long::sum));
                }
            }
        }
        return lines("On top of the stack", top, samples)
                + lines("Our methods anywhere in it", within, samples)
                + lines("Our methods that lead to allocation", allocating, bytes);
    }

    private static String name(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static String lines(String title, Map<String, Long> counts, long all) {
        StringBuilder text = new StringBuilder("\n" + title + " (of " + all + ")\n\n");
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .filter(entry -> entry.getValue() < TOO_MUCH * all)
                .limit(SHOWN)
                .forEach(entry -> text.append(String.format(
                        Locale.ROOT, "    %5.1f %%  %s%n", 100.0 * entry.getValue() / all, entry.getKey())));
        return text.toString();
    }
}
