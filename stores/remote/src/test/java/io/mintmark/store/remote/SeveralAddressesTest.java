package io.mintmark.store.remote;

import static io.mintmark.store.remote.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A name with several addresses. The JDK's client tries the first of them. */
@Timeout(120)
class SeveralAddressesTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String FIVE = answer(200, "{\"answers\":[{\"start\":\"5\"}]}");

  /** The first address is the JDK's own first address of this name. */
  private static InetAddress[] addresses(String name) throws UnknownHostException {
    assertThat(name).isEqualTo("localhost");
    return new InetAddress[] {
      InetAddress.getByName("localhost"),
      InetAddress.getByName("127.0.0.2"),
      InetAddress.getByName("127.0.0.3")
    };
  }

  private static RemoteStore open(int port, Duration timeout) {
    return RemoteStore.builder()
        .resolver(SeveralAddressesTest::addresses)
        .url("mintmark://localhost:" + port)
        .timeout(timeout)
        .open();
  }

  @Test
  void claim_firstAddressRefuses_usesAnotherAndKeepsIt() {
    try (ScriptedServer second = new ScriptedServer("127.0.0.2", 0).says(FIVE);
        RemoteStore store = open(second.port(), TIMEOUT)) {
      for (int i = 0; i < 10; i++) {
        assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      }
      assertThat(second.connections()).isOne();
    }
  }

  @Test
  void claim_keptAddressDies_usesTheNextAfterAtMostOneFailure() {
    ScriptedServer second = new ScriptedServer("127.0.0.2", 0).says(FIVE);
    try (ScriptedServer third = new ScriptedServer("127.0.0.3", second.port()).says(FIVE);
        RemoteStore store = open(second.port(), TIMEOUT)) {
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      assertThat(third.requests()).isEmpty();
      second.close();

      int failed = 0;
      for (int i = 0; i < 10; i++) {
        try {
          assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
        } catch (StoreUnavailableException e) {
          failed++; // This call was in progress.
        }
      }
      assertThat(failed).isLessThanOrEqualTo(1);
      assertThat(third.requests()).hasSizeGreaterThanOrEqualTo(9);
    }
  }

  @Test
  void claim_allAddressesRefuse_failsAtOnceAndResolvesAgain() {
    ScriptedServer second = new ScriptedServer("127.0.0.2", 0).says(FIVE);
    int port = second.port();
    try (RemoteStore store = open(port, TIMEOUT)) {
      second.close();
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
            .isInstanceOf(StoreUnavailableException.class);
      }
      try (ScriptedServer first = new ScriptedServer("127.0.0.1", port).says(FIVE)) {
        assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
        assertThat(first.requests()).hasSize(1);
      }
    }
  }

  /** A listener with a full queue drops new connections, like a host that is cut off. */
  @Test
  @Tag("long")
  void claim_firstAddressDropsConnections_usesItsTimeShareOnce() throws IOException {
    Duration timeout = Duration.ofSeconds(2);
    try (ScriptedServer second = new ScriptedServer("127.0.0.2", 0).says(FIVE);
        ServerSocket full =
            new ServerSocket(second.port(), 1, InetAddress.getByName("localhost"))) {
      List<SocketChannel> filling = new ArrayList<>();
      try {
        for (int i = 0; i < 4; i++) {
          SocketChannel channel = SocketChannel.open();
          filling.add(channel);
          channel.configureBlocking(false);
          boolean unused =
              channel.connect(new InetSocketAddress(full.getInetAddress(), full.getLocalPort()));
        }
        try (RemoteStore store = RemoteStore.builder()
            .resolver(SeveralAddressesTest::addresses)
            .url("mintmark://localhost:" + second.port())
            .timeout(timeout)
            .openTimeout(Duration.ofSeconds(60))
            .open()) {
          assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
          assertThat(second.connections()).isOne();
        }
      } finally {
        for (SocketChannel channel : filling) {
          channel.close();
        }
      }
    }
  }
}
