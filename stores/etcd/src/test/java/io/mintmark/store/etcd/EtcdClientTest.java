package io.mintmark.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.common.exception.EtcdException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.IntSupplier;
import java.io.IOException;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = EtcdServer.CONDITION, disabledReason = EtcdServer.LACKING)
class EtcdClientTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int MAX_TRIES = 200;

  private static EngineProcess server;

  /** The network thread of each client. */
  private final List<MortalThread> threads = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    server = EtcdServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A network thread that a test can end with an error, as an exhausted heap does. */
  @SuppressWarnings("deprecation")
  private static final class MortalThread implements SelectStrategy {

    private final SelectStrategy usual = DefaultSelectStrategyFactory.INSTANCE.newSelectStrategy();
    private final EventLoopGroup group = new NioEventLoopGroup(
        1,
        StoreContext.system().each("mintmark-etcd-test"),
        SelectorProvider.provider(),
        () -> this);
    private volatile boolean failing;

    @Override
    public int calculateStrategy(IntSupplier select, boolean hasTasks) throws Exception {
      if (failing) {
        throw new OutOfMemoryError("by the test");
      }
      return usual.calculateStrategy(select, hasTasks);
    }

    void end() throws InterruptedException {
      failing = true;
      group.next().execute(() -> {});
      assertThat(group.terminationFuture().await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Each error ends one network thread permanently. */
  @Test
  @Tag("long")
  void ask_clientThreadEnded_reconnectsWithAnotherClient() throws Exception {
    EtcdUrl url = EtcdUrl.of(EtcdUrl.parse(EtcdServer.url(server)));
    OpenSettings settings =
        new OpenSettings("etcd", TIMEOUT, TIMEOUT, false, StoreContext.system());
    EtcdConnection connection = new EtcdConnection(
        number -> {
          MortalThread made = new MortalThread();
          threads.add(made);
          return EtcdClient.connect(url, number, TIMEOUT, made.group);
        },
        true,
        1,
        settings);
    try {
      // The first call in a JVM may take longer than all later calls together.
      assertThat(triesUntilRead(connection, settings)).isLessThanOrEqualTo(MAX_TRIES);
      for (int i = 0; i < 3; i++) {
        threads.get(threads.size() - 1).end();
        assertThat(triesUntilRead(connection, settings)).isBetween(1, MAX_TRIES);
      }
    } finally {
      connection.close();
    }
    assertThat(threads)
        .allSatisfy(each -> assertThat(each.group.terminationFuture().await(60, TimeUnit.SECONDS))
            .isTrue());
  }

  private static void read(EtcdConnection connection, OpenSettings settings) {
    assertThat(connection
            .ask(client -> client.getKVClient().get(EtcdKeys.bytes("nothing")), settings.deadline())
            .getKvs())
        .isEmpty();
  }

  private static int triesUntilRead(EtcdConnection connection, OpenSettings settings) {
    for (int tries = 0; tries <= MAX_TRIES; tries++) {
      try {
        read(connection, settings);
        return tries;
      } catch (EtcdException | StoreUnavailableException e) {
        settings.deadline().pause(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
    return MAX_TRIES + 1;
  }
}
