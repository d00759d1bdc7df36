package io.github.ordertimeout.testkit.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FaultyProxyTest {
    private EchoServer echo;
    private FaultyProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new EchoServer();
        proxy = FaultyProxy.to(InetAddress.getLoopbackAddress().getHostAddress(), echo.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        assertThat(threads()).as("the proxy takes its threads along").isEmpty();
        assertThat(proxy.connections()).isZero();
        echo.close();
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("order-timeout-proxy"))
                .collect(Collectors.toSet());
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static int echoed(Socket socket, int letter) throws IOException {
        socket.getOutputStream().write(letter);
        return socket.getInputStream().read();
    }

    @Test
    @DisplayName("healthy, it hands on what both sides say, and an orderly end")
    void passes() throws IOException {
        try (Socket socket = connect()) {
            assertThat(echoed(socket, 'a')).isEqualTo('a');
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("cuts open connections; new ones may be made")
    void cuts() throws IOException {
        try (Socket first = connect();
                Socket second = connect()) {
            assertThat(echoed(first, 'a')).isEqualTo('a');
            assertThat(echoed(second, 'a')).isEqualTo('a');
            proxy.cut();
            assertThatThrownBy(() -> echoed(first, 'b')).isInstanceOf(SocketException.class);
        }
        try (Socket again = connect()) {
            assertThat(echoed(again, 'c')).isEqualTo('c');
        }
    }

    @Test
    @DisplayName("refuses new connections and leaves open ones alone, until it is healed")
    void refuses() throws IOException {
        try (Socket open = connect()) {
            assertThat(echoed(open, 'a')).isEqualTo('a');
            proxy.refuse();
            assertThat(brokenAtOnce()).isTrue();
            assertThat(echoed(open, 'b')).isEqualTo('b');
            proxy.heal();
            try (Socket again = connect()) {
                assertThat(echoed(again, 'c')).isEqualTo('c');
            }
        }
    }

    private boolean brokenAtOnce() {
        try (Socket refused = connect()) {
            return echoed(refused, 'x') == -1;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    @DisplayName("a black hole answers nothing and tells nobody; what it held arrives when it is healed")
    void holds() throws IOException {
        try (Socket socket = connect()) {
            proxy.hold(Direction.TO_CLIENT);
            socket.setSoTimeout(150);
            assertThatThrownBy(() -> echoed(socket, 'a')).isInstanceOf(SocketTimeoutException.class);
            assertThat(echo.echoed()).as("the server has seen it").isEqualTo(1);
            proxy.heal();
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().read()).isEqualTo('a');
        }
    }

    @Test
    @DisplayName("a connection held in a black hole can be cut, and the proxy closed")
    void cutsWhatItHolds() throws IOException {
        try (Socket socket = connect()) {
            assertThat(echoed(socket, 'a')).isEqualTo('a');
            proxy.hold(Direction.TO_SERVER);
            socket.getOutputStream().write('b');
            proxy.cut();
            assertThatThrownBy(() -> echoed(socket, 'c')).isInstanceOf(SocketException.class);
        }
        Socket left = connect();
        left.getOutputStream().write('a');
        proxy.close();
        left.close();
    }

    @Test
    @DisplayName("loses the answer: the server does it, and the connection is gone before the client knows")
    void losesAnswer() throws IOException {
        try (Socket socket = connect()) {
            proxy.cutOnNext(Direction.TO_CLIENT);
            assertThatThrownBy(() -> echoed(socket, 'a')).isInstanceOf(SocketException.class);
            assertThat(echo.echoed()).isEqualTo(1);
        }
    }
}
