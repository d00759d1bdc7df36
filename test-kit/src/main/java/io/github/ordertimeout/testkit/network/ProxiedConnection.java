package io.github.ordertimeout.testkit.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One connection through the proxy: a thread per direction, until both ends are done or it is cut. */
final class ProxiedConnection {
    private static final int CHUNK = 8192;

    private final Socket client;
    private final Socket server;
    private final Consumer<ProxiedConnection> over;
    private final AtomicInteger open = new AtomicInteger(2);
    private final List<Thread> threads;
    private volatile boolean gone;

    ProxiedConnection(Socket client, Socket server, Line toServer, Line toClient, Consumer<ProxiedConnection> over) {
        this.client = client;
        this.server = server;
        this.over = over;
        this.threads = List.of(
                thread("order-timeout-proxy-to-server", () -> pump(client, server, toServer)),
                thread("order-timeout-proxy-to-client", () -> pump(server, client, toClient)));
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        threads.forEach(Thread::start);
    }

    List<Thread> threads() {
        return threads;
    }

    /** Resets both ends, so that neither takes it for an orderly end. */
    void cut() {
        gone = true;
        reset(client);
        reset(server);
    }

    static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // It was closed already: that is all that is wanted.
        }
    }

    private void pump(Socket from, Socket to, Line line) {
        try {
            copy(from.getInputStream(), to.getOutputStream(), line);
            to.shutdownOutput();
        } catch (IOException e) {
            cut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cut();
        } finally {
            if (open.decrementAndGet() == 0) {
                close(client);
                close(server);
                over.accept(this);
            }
        }
    }

    /** Not by a reset: that could overtake an answer which the client has not read yet. */
    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing is left to be lost.
        }
    }

    private void copy(InputStream in, OutputStream out, Line line) throws IOException, InterruptedException {
        byte[] chunk = new byte[CHUNK];
        int length = in.read(chunk);
        while (length >= 0) {
            if (!line.pass(() -> gone)) {
                throw new IOException("cut");
            }
            out.write(chunk, 0, length);
            out.flush();
            length = in.read(chunk);
        }
    }
}
