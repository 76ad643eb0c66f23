package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.file.FileStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;

/** Tests code that counts on Redis, with only the host and the port changed. */
@Tag("long")
class DropInTest {

  private static final int CYCLE = 90_000;
  private static final int CONNECTIONS = 16;
  private static final int THREADS = 32;
  private static final int KILLS = 3;
  private static final int DRAWN_BEFORE_A_KILL = 1000;
  private static final long MAX_SECONDS = 120;

  @TempDir
  private Path directory;

  private Path config;

  @BeforeEach
  void configure() throws IOException {
    config = Files.writeString(directory.resolve("mintmark.yaml"), """
        auto-create:
          "sequence:redis:*": {cycle: 1..%d, ignore: [DEL, EXPIRE]}
          "atomic:*": {ignore: [SET]}
        """.formatted(CYCLE));
  }

  private ChildProcess server() throws IOException {
    return new ChildProcess(ChildServer.class, config, directory.resolve("data"));
  }

  private static LettuceConnectionFactory connection(int port) {
    LettuceConnectionFactory factory = new LettuceConnectionFactory(
        new RedisStandaloneConfiguration("127.0.0.1", port),
        LettuceClientConfiguration.builder()
            // A request in flight when the server is killed fails at once, and is not repeated.
            .clientOptions(ClientOptions.builder().autoReconnect(false).build())
            .shutdownTimeout(Duration.ZERO)
            .build());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  private static int number(String key) {
    assertThat(key).hasSize(13).startsWith("OD000001");
    return Integer.parseInt(key.substring(8));
  }

  /**
   * Threads that draw keys over several connections, until all keys are drawn or the server is
   * gone.
   */
  private static final class Drawing implements AutoCloseable {

    private final Queue<Integer> drawn = new ConcurrentLinkedQueue<>();
    private final CountDownLatch enough;
    private final List<LettuceConnectionFactory> connections = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Drawing(int port, int most, int enough) {
      this.enough = new CountDownLatch(enough);
      AtomicInteger left = new AtomicInteger(most);
      for (int i = 0; i < CONNECTIONS; i++) {
        connections.add(connection(port));
      }
      for (int i = 0; i < THREADS; i++) {
        StringRedisTemplate redis = new StringRedisTemplate(connections.get(i % CONNECTIONS));
        threads.add(new Thread(() -> draw(new RedisCountedKeys(redis), left)));
      }
      threads.forEach(Thread::start);
    }

    private void draw(RedisCountedKeys keys, AtomicInteger left) {
      try {
        while (left.getAndDecrement() > 0) {
          drawn.add(number(keys.next()));
          enough.countDown();
        }
      } catch (DataAccessException e) {
        // The server was killed. A test that does not kill the server would detect the missing
        // keys.
      }
    }

    void awaitEnough() throws InterruptedException {
      assertThat(enough.await(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    Queue<Integer> end() throws InterruptedException {
      for (Thread thread : threads) {
        thread.join();
      }
      return drawn;
    }

    @Override
    public void close() {
      connections.forEach(LettuceConnectionFactory::destroy);
    }
  }

  @Test
  void publishedGenerator_overAWholeCycle_makesEveryNumberOnce() throws Exception {
    try (ChildProcess server = server();
        Drawing drawing = new Drawing(Integer.parseInt(server.readLine()), CYCLE + THREADS, 1)) {
      Map<Integer, Integer> times = new HashMap<>();
      drawing.end().forEach(number -> times.merge(number, 1, Integer::sum));

      for (int number = 1; number <= CYCLE; number++) {
        assertThat(times).containsEntry(number, number <= THREADS ? 2 : 1);
      }
      assertThat(times).hasSize(CYCLE);
    }
  }

  @Test
  @Tag("fault")
  void publishedGenerator_whileTheServerIsKilled_repeatsNoNumberWithinACycle() throws Exception {
    int before = CYCLE - 2 * DRAWN_BEFORE_A_KILL;
    try (LineStore store = FileStore.open(directory.resolve("data"))) {
      assertThat(store.claim("seq/" + RedisCountedKeys.COUNTER, 0, before)).isZero();
    }

    int next = before;
    for (int kill = 0; kill < KILLS; kill++) {
      List<Integer> positions = new ArrayList<>();
      try (ChildProcess server = server();
          Drawing drawing =
              new Drawing(Integer.parseInt(server.readLine()), CYCLE, DRAWN_BEFORE_A_KILL)) {
        drawing.awaitEnough();
        server.kill();
        for (int number : drawing.end()) {
          assertThat(number).isBetween(1, CYCLE);
          positions.add(number - 1 + (number > before ? 0 : CYCLE));
        }
      }
      positions.sort(null);
      // The numbers that were claimed when the server was killed are a gap, at most as large as the
      // number of concurrent requests.
      assertThat(positions).doesNotHaveDuplicates();
      assertThat(positions.get(0)).isBetween(next, next + THREADS);
      int last = positions.get(positions.size() - 1);
      assertThat(last - positions.get(0) - positions.size()).isLessThan(THREADS);
      next = last + 1;
    }
    assertThat(next).as("the cycle has started over").isGreaterThan(CYCLE);
  }

  @Test
  void atomicLongOfSpring_setsItsCounterIfAbsent_counts() throws Exception {
    try (ChildProcess server = server()) {
      LettuceConnectionFactory connection = connection(Integer.parseInt(server.readLine()));
      try {
        RedisAtomicLong counter = new RedisAtomicLong("atomic:orders", connection);

        assertThat(counter.incrementAndGet()).isEqualTo(1);
        assertThat(counter.addAndGet(9)).isEqualTo(10);
        assertThat(counter.get()).isEqualTo(10);
        assertThat(new RedisAtomicLong("atomic:orders", connection).incrementAndGet())
            .isEqualTo(11);
      } finally {
        connection.destroy();
      }
    }
  }
}
