package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.Line;
import io.mintmark.store.file.FileStore;
import io.mintmark.testkit.DuplicateOracle;
import io.mintmark.testkit.Race;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a copy between the stores of two servers. The copy is killed again and again while clients
 * of the old server, and a Mintmark in this process that claims from it, make ids. The servers and
 * the copy are separate processes.
 */
@Tag("fault")
final class MovingProcessesTest {

  private static final String CONFIG = """
      generators:
        users: {type: snowflake, window: 100ms}
        orders: {type: sequence, segment-duration: 50ms}
        strict: {type: sequence, strict: true}
      auto-create:
        "*": {}
      """;

  private static final List<String> NAMES = List.of("users", "orders", "strict");
  private static final int OTHER_LINES = 150;
  private static final int KILLS = 3;
  private static final int IDS_BEFORE = 50;
  private static final int IDS_AFTER = 20;
  private static final int CLIENTS = 3;
  private static final long SEED = 7_601;
  private static final long BOUND_NANOS = Duration.ofSeconds(90).toNanos();
  private static final long PAUSE_NANOS = 2_000_000;

  @TempDir
  private Path directory;

  private final DuplicateOracle oracle = new DuplicateOracle(1_000_000);
  private final CountDownLatch underWay = new CountDownLatch(CLIENTS);
  private final AtomicBoolean moved = new AtomicBoolean();
  private Path config;
  private Path from;
  private Path to;

  @BeforeEach
  void configure() throws IOException {
    config = Files.writeString(directory.resolve("mintmark.yaml"), CONFIG);
    from = directory.resolve("from");
    to = directory.resolve("to");
  }

  /** Makes an id. Converts a server's errors to the exceptions of the library. */
  @FunctionalInterface
  private interface Site {
    String next(String name);
  }

  @Test
  @Tag("long")
  void copy_killedUnderLoadAndRunAgain_repeatsNothing() throws Exception {
    try (ServeProcess old = ServeProcess.start(config, from);
        Mintmark oldStore = store(old)) {
      for (int i = 0; i < OTHER_LINES; i++) {
        MintmarkAccess.storeOf(oldStore).claim("seq/other-" + i, 0, 1 + i);
      }
      List<Integer> made = Race.run(CLIENTS + 1, index -> switch (index) {
        case 0, 1 -> refuse(served(old));
        case 2 -> refuse(own(oldStore));
        default -> copy();
      });
      assertThat(made).allMatch(count -> count >= IDS_BEFORE);
    }
    try (ServeProcess next = ServeProcess.start(config, to);
        Mintmark nextStore = store(next)) {
      for (Site site : List.of(served(next), own(nextStore))) {
        goOn(site);
      }
      for (int i = 0; i < OTHER_LINES; i++) {
        assertThat(MintmarkAccess.storeOf(nextStore).position("seq/other-" + i)).isEqualTo(1 + i);
      }
    }
    assertThat(oracle.duplicate()).isEmpty();
  }

  private static Mintmark store(ServeProcess server) {
    return Mintmark.open(server.url().replaceFirst("^http:", "mintmark:"));
  }

  private static Site served(ServeProcess server) {
    HttpClient client = HttpClient.newHttpClient();
    return name -> {
      URI uri = URI.create(server.url() + "/v1/generators/" + name + "/next");
      HttpRequest request = HttpRequest.newBuilder(uri)
          .header("Accept", "text/plain")
          .POST(HttpRequest.BodyPublishers.noBody())
          .build();
      HttpResponse<String> response;
      try {
        response = client.send(request, HttpResponse.BodyHandlers.ofString());
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
      return switch (response.statusCode()) {
        case 200 -> response.body().strip();
        case 410 -> throw new LineMovedException(response.body(), "");
        case 503 -> throw new StoreUnavailableException(response.body());
        default -> throw new AssertionError(response.body());
      };
    };
  }

  private static Site own(Mintmark mint) {
    return name -> {
      LongGenerator generator = switch (name) {
        case "users" -> mint.snowflake(name, s -> s.window(Duration.ofMillis(100)));
        case "orders" -> mint.sequence(name, s -> s.segmentDuration(Duration.ofMillis(50)));
        case "strict" -> mint.sequence(name, s -> s.strict(true));
        default -> mint.sequence(name);
      };
      return Long.toString(generator.next());
    };
  }

  /**
   * Makes ids until the copy has ended, including ids of new names. All clients use the same names.
   */
  private int refuse(Site site) {
    int made = 0;
    boolean announced = false;
    long start = System.nanoTime();
    while (!moved.get()) {
      assertThat(System.nanoTime() - start).isLessThan(BOUND_NANOS);
      for (String name : NAMES) {
        made += draw(site, name);
      }
      made += draw(site, "new-" + made / 40);
      if (made >= IDS_BEFORE && !announced) {
        announced = true;
        underWay.countDown();
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (String name : List.of("strict", "new")) {
      assertThat(draw(site, name)).as(name).isZero();
    }
    return made;
  }

  private void goOn(Site site) {
    for (int i = 0; i < IDS_AFTER; i++) {
      for (String name : NAMES) {
        assertThat(draw(site, name)).as(name).isEqualTo(1);
      }
      assertThat(draw(site, "new-" + i)).isEqualTo(1);
    }
  }

  private int draw(Site site, String name) {
    try {
      oracle.add(name + " " + site.next(name));
      return 1;
    } catch (LineMovedException e) {
      assertThat(e).hasMessageContaining("movedTo=file:" + to);
      return 0;
    }
  }

  private int copy() throws Exception {
    underWay.await();
    Random random = new Random(SEED);
    int cutOff = 0;
    for (int i = 0; i < KILLS; i++) {
      Process copy = start();
      int sealed = 1 + (i * OTHER_LINES + random.nextInt(OTHER_LINES)) / KILLS;
      while (copy.isAlive() && sealed() < sealed) {
        LockSupport.parkNanos(PAUSE_NANOS / 10);
      }
      copy.toHandle().destroyForcibly();
      copy.onExit().join();
      cutOff += sealed() < OTHER_LINES ? 1 : 0;
    }
    assertThat(cutOff).isPositive();
    Process last = start();
    assertThat(last.waitFor(BOUND_NANOS, TimeUnit.NANOSECONDS)).isTrue();
    assertThat(last.exitValue()).isZero();
    moved.set(true);
    return IDS_BEFORE;
  }

  private Process start() {
    return ServeProcess.command("lines", "copy", "file:" + from, "file:" + to);
  }

  private long sealed() {
    try (LineStore view = FileStore.openReadOnly(from)) {
      return view.lines("seq/").stream()
          .map(Line::next)
          .filter(next -> next == Long.MAX_VALUE)
          .count();
    }
  }
}
