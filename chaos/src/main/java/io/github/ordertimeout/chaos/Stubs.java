package io.github.ordertimeout.chaos;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The payment provider and the warehouse behind HTTP, in the harness's own process. */
final class Stubs implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "chaos-stub");
        thread.setDaemon(true);
        return thread;
    });
    private final Provider provider;
    private final Warehouse warehouse;
    private final Trouble atProvider = new Trouble();
    private final Trouble atWarehouse = new Trouble();

    Stubs(Provider provider, Warehouse warehouse) {
        this.provider = provider;
        this.warehouse = warehouse;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("The stubs of provider and warehouse cannot be opened", e);
        }
        server.setExecutor(threads);
        serve("/query", atProvider, ask -> provider.query(order(ask)));
        serve("/cancel", atProvider, ask -> provider.cancel(order(ask)));
        serve("/refund", atProvider, ask -> provider.refund(told(ask, "key"), order(ask), told(ask, "reference")));
        serve("/release", atWarehouse, ask -> warehouse.release(told(ask, "key"), order(ask)));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    Provider provider() {
        return provider;
    }

    Warehouse warehouse() {
        return warehouse;
    }

    Trouble atProvider() {
        return atProvider;
    }

    Trouble atWarehouse() {
        return atWarehouse;
    }

    private static long order(Map<String, String> ask) {
        return Long.parseLong(told(ask, "order"));
    }

    private static String told(Map<String, String> ask, String name) {
        return ask.getOrDefault(name, "");
    }

    private void serve(String path, Trouble trouble, Function<Map<String, String>, String> work) {
        server.createContext(path, exchange -> {
            try (exchange) {
                if (!trouble.before()) {
                    answer(exchange, 503, "away");
                    return;
                }
                String told = work.apply(asked(exchange));
                answer(exchange, trouble.losesAnswer() ? 503 : 200, told);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Map<String, String> asked(HttpExchange exchange) {
        Map<String, String> asked = new HashMap<>();
        for (String pair : exchange.getRequestURI().getRawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            asked.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return asked;
    }

    private static void answer(HttpExchange exchange, int code, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        atProvider.heal();
        atWarehouse.heal();
        server.stop(0);
        threads.shutdownNow();
    }
}
