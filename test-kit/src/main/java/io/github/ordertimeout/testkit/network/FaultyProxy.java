package io.github.ordertimeout.testkit.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on the loopback address, between a client under test and its server. It slows, holds, cuts and refuses
 * connections, each direction by itself, and takes its threads with it when it is closed.
 *
 * <pre>{@code
 * try (FaultyProxy proxy = FaultyProxy.to("localhost", 5432)) {
 *     // connect to localhost:proxy.port()
 *     proxy.cutOnNext(Direction.TO_CLIENT);   // the server does it, and its answer is lost
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final long JOIN_MILLIS = 10_000;

    private final InetSocketAddress target;
    private final ServerSocket door;
    private final Thread acceptor = new Thread(this::accept, "order-timeout-proxy");
    private final Line toServer = new Line();
    private final Line toClient = new Line();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean refusing;

    private FaultyProxy(InetSocketAddress target, ServerSocket door) {
        this.target = target;
        this.door = door;
        acceptor.setDaemon(true);
    }

    /** Opens a proxy to that server, on a port of its own. */
    public static FaultyProxy to(String host, int port) {
        try {
            ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            FaultyProxy proxy = new FaultyProxy(new InetSocketAddress(host, port), door);
            proxy.acceptor.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("No proxy to " + host + ":" + port + " can be opened", e);
        }
    }

    /** The port to connect to, on the loopback address. */
    public int port() {
        return door.getLocalPort();
    }

    /** How many connections are open. */
    public int connections() {
        return connections.size();
    }

    /** From now on what goes that way arrives so much later, piece by piece. */
    public void delay(Direction direction, Duration delay) {
        line(direction).delay(delay);
    }

    /** From now on nothing that way arrives, and nobody is told: a black hole. {@link #heal} lets it go on. */
    public void hold(Direction direction) {
        line(direction).hold();
    }

    /** Swallows the next thing that goes that way, and cuts its connection. */
    public void cutOnNext(Direction direction) {
        line(direction).cutNext();
    }

    /** Breaks every open connection; new ones may be made. */
    public void cut() {
        connections.forEach(ProxiedConnection::cut);
        toServer.lookAgain();
        toClient.lookAgain();
    }

    /** From now on new connections are broken at once, as by a server that is away; open ones stay. */
    public void refuse() {
        refusing = true;
    }

    /** From now on nothing is slowed, held, cut or refused. */
    public void heal() {
        refusing = false;
        toServer.heal();
        toClient.heal();
    }

    private Line line(Direction direction) {
        return direction == Direction.TO_SERVER ? toServer : toClient;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // The door was closed, or a client went away before it was served: the loop tells which.
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        try {
            if (refusing) {
                throw new IOException("refused");
            }
            server.connect(target, CONNECT_MILLIS);
            ProxiedConnection connection =
                    new ProxiedConnection(client, server, toServer, toClient, connections::remove);
            connections.add(connection);
            connection.start();
        } catch (IOException e) {
            ProxiedConnection.reset(client);
            ProxiedConnection.reset(server);
        }
    }

    /** Breaks every connection and waits for the proxy's threads to end. */
    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException("The proxy on port " + port() + " cannot be closed", e);
        }
        try {
            acceptor.join(JOIN_MILLIS);
            List<ProxiedConnection> open = new ArrayList<>(connections);
            cut();
            for (ProxiedConnection connection : open) {
                for (Thread thread : connection.threads()) {
                    thread.join(JOIN_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
