package io.github.ordertimeout.benchmarks.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** What work costs in time, in this process's CPU time, and in memory allocated by the threads that live on after it. */
public final class Usage {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Orders closed in a second. */
    public static final String CLOSES_PER_SECOND = "closes/s";
    /** Microseconds of this process's CPU per closed order; collector and compiler included. */
    public static final String CPU = "CPU us/order";
    /** Bytes allocated per closed order. */
    public static final String ALLOCATED = "bytes/order";

    private Usage() {}

    /** Runs work that closes orders and yields how many. */
    public static Map<String, Double> of(LongSupplier closing) {
        long allocated = allocated();
        long cpu = PROCESS.getProcessCpuTime();
        long start = System.nanoTime();
        long closed = closing.getAsLong();
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(CLOSES_PER_SECOND, closed / seconds);
        figures.put(CPU, (PROCESS.getProcessCpuTime() - cpu) / 1e3 / closed);
        figures.put(ALLOCATED, (double) (allocated() - allocated) / closed);
        return figures;
    }

    private static long allocated() {
        long sum = 0;
        for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }
}
