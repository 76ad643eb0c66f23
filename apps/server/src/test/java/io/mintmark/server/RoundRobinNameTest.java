package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.store.remote.RemoteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests servers behind one name with several addresses. A hosts file replaces DNS. */
@Tag("fault")
@Tag("long")
@Timeout(180)
class RoundRobinNameTest {

  private static final int THREADS = 16;
  private static final int CLAIMS = 5_000;

  /**
   * Long, so that a claim that waits for the killed server can be distinguished from a slow claim.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(50);

  @TempDir
  private Path directory;

  private Path hosts;

  @BeforeEach
  void nameThem() throws IOException {
    hosts =
        Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost\n127.0.0.2 localhost\n");
  }

  private ChildJvm claiming(String url) {
    return ChildJvm.of(Claiming.class, url)
        .options("-Djdk.net.hosts.file=" + hosts)
        .start();
  }

  @Test
  void claims_firstOfTwoServersKilled_continueAtTheOther() {
    try (EngineProcess store = StoreServer.start(directory.resolve("store"));
        EngineProcess one =
            StoreServer.start(directory.resolve("one"), "mintmark://127.0.0.1:" + store.port());
        Server two = Server.builder()
            .dataDirectory(directory.resolve("two"))
            .store("mintmark://127.0.0.1:" + store.port())
            .http("127.0.0.2:" + one.port())
            .resp("127.0.0.1:0")
            .drain(MemoryServer.SHORT_DRAIN)
            .start();
        ChildJvm child = claiming("mintmark://localhost:" + one.port())) {
      assertThat(child.hear()).isEqualTo("under way");
      one.kill();
      child.tell("killed");

      String[] heard = child.hear().split(" ", -1);
      assertThat(heard[0]).as("claims that were answered twice").isEqualTo("0");
      assertThat(Integer.parseInt(heard[1])).as("claims that failed").isLessThanOrEqualTo(THREADS);
      assertThat(Long.parseLong(heard[2]))
          .as("longest wait, ms")
          .isLessThan(TIMEOUT.toMillis() / 2);
      assertThat(two.http().getAddress().getHostAddress()).isEqualTo("127.0.0.2");
    }
  }

  /** The certificate contains only the name, and the client connects to the address. */
  @Test
  void claims_overTlsAtTheSecondAddress_verifyTheHostName() throws Exception {
    TestAuthority authority = new TestAuthority(directory);
    authority.issue("ids", "DNS:localhost", 2);
    int port = EngineProcess.freePort();
    try (Server two = MemoryServer.builder()
            .http("127.0.0.2:" + port)
            .tlsCertificate(authority.certificate())
            .tlsKey(authority.key())
            .start();
        ChildJvm child =
            claiming("mintmark://localhost:" + port + "?tls=true&ca=" + authority.root())) {
      assertThat(child.hear()).isEqualTo("under way");
      child.tell("go on");
      assertThat(child.hear()).startsWith("0 0 ");
      assertThat(two.url()).startsWith("https://127.0.0.2:");
    }
  }

  /**
   * The main class of a process that claims with many threads: some claims at once, and as many
   * again after a signal on standard input.
   */
  static final class Claiming {

    private final RemoteStore store;
    private final AtomicInteger failed = new AtomicInteger();
    private final Semaphore claimed = new Semaphore(0);
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Long> starts = new ArrayList<>();

    private Claiming(RemoteStore store) {
      this.store = store;
    }

    public static void main(String[] args) throws InterruptedException {
      try (RemoteStore store =
          RemoteStore.builder().url(args[0]).timeout(TIMEOUT).open()) {
        new Claiming(store).run();
      }
    }

    private void run() throws InterruptedException {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread thread = new Thread(this::claim);
        threads.add(thread);
        thread.start();
      }
      claimed.acquire(CLAIMS);
      longestNanos.set(0);
      System.out.println("under way");
      String unused = new Scanner(System.in, "UTF-8").nextLine();
      int unusedBefore = claimed.drainPermits();
      claimed.acquire(CLAIMS);
      over.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      long twice = starts.size() - starts.stream().distinct().count();
      long longestMs = TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
      System.out.println(twice + " " + failed + " " + longestMs);
    }

    private void claim() {
      List<Long> mine = new ArrayList<>();
      long answeredNanos = System.nanoTime();
      while (!over.get()) {
        try {
          mine.add(store.claim("seq/shared", 0, 1));
        } catch (StoreUnavailableException e) {
          failed.incrementAndGet();
          continue;
        }
        long now = System.nanoTime();
        longestNanos.accumulateAndGet(now - answeredNanos, Math::max);
        answeredNanos = now;
        claimed.release();
      }
      synchronized (starts) {
        starts.addAll(mine);
      }
    }
  }
}
