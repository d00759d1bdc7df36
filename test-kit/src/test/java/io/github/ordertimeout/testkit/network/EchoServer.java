package io.github.ordertimeout.testkit.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers every byte with itself, on as many connections as come. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger echoed = new AtomicInteger();

    EchoServer() throws IOException {
        start(this::serve);
    }

    int port() {
        return door.getLocalPort();
    }

    int echoed() {
        return echoed.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket client = door.accept();
                start(() -> echo(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void echo(Socket client) {
        try (client) {
            int letter = client.getInputStream().read();
            while (letter >= 0) {
                echoed.incrementAndGet();
                client.getOutputStream().write(letter);
                letter = client.getInputStream().read();
            }
        } catch (IOException e) {
            // The client is gone.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
