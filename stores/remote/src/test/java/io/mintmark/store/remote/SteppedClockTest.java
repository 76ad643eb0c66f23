package io.mintmark.store.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.rigs.ProcessClock;
import java.io.BufferedReader;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An unanswered request ends after its elapsed time, even if the wall clock steps. */
@Timeout(120)
@Tag("fault")
@Tag("long")
final class SteppedClockTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration STEP = Duration.ofHours(1);

  /** Far below the clock's step, and far above the delays of a busy host. */
  private static final long BOUND_SECONDS = 60;

  @TempDir
  private Path directory;

  @Test
  void claim_clockSteppedByAnHour_endsAfterTheDeadline() throws Exception {
    assumeTrue(ProcessClock.canBeStepped(), "needs libfaketime, to step a clock under a process");
    try (ScriptedServer server = new ScriptedServer().says("~")) {
      ProcessBuilder builder = new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-cp",
              System.getProperty("java.class.path"),
              Claimant.class.getName(),
              server.url())
          .redirectError(ProcessBuilder.Redirect.INHERIT);
      ProcessClock clock = ProcessClock.of(builder, directory.resolve("offset"));
      Process process = builder.start();
      try (BufferedReader said = process.inputReader()) {
        awaitClaim(server);
        clock.step(STEP);
        server.awaitRequests(server.requests().size() + 2);
        clock.step(STEP.negated());
        process.outputWriter().append('\n').close();

        assertThat(process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS))
            .as("it ended")
            .isTrue();
        assertThat(Long.parseLong(said.readLine()))
            .as("milliseconds until the claim ended")
            .isGreaterThanOrEqualTo(TIMEOUT.toMillis());
        assertThat(Duration.ofMillis(System.currentTimeMillis() - Long.parseLong(said.readLine())))
            .as("the clock that was stepped")
            .isGreaterThan(STEP.dividedBy(2));
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static void awaitClaim(ScriptedServer server) {
    for (int count = 1; ; count++) {
      server.awaitRequests(count);
      if (server.requests().get(count - 1).startsWith("POST")) {
        return;
      }
    }
  }

  /** The program of the child JVM. */
  static final class Claimant {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MAX_PAUSES = TimeUnit.SECONDS.toNanos(BOUND_SECONDS) / PAUSE_NANOS;

    private Claimant() {}

    /**
     * Prints how many milliseconds an unanswered claim took. Then waits for the news that the clock
     * has stepped, and prints the time.
     *
     * @param arguments the server's URL
     * @throws Exception if the claim was answered
     */
    public static void main(String[] arguments) throws Exception {
      HttpClient client = HttpClient.newHttpClient();
      RemoteStoreBuilder servers =
          RemoteStore.builder().url(arguments[0]).client(client).timeout(TIMEOUT);
      FutureTask<Long> claim = new FutureTask<>(() -> claim(servers));
      new Thread(claim).start();
      for (int i = 0; i < MAX_PAUSES && !(claim.isDone() && System.in.available() > 0); i++) {
        // A client that waits by the wall clock reads it only when something else happens, so this
        // makes requests.
        servers.open().close();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      System.out.println(TimeUnit.NANOSECONDS.toMillis(claim.get()));
      System.out.println(System.currentTimeMillis());
    }

    private static long claim(RemoteStoreBuilder servers) {
      try (RemoteStore store = servers.open()) {
        long startNanos = System.nanoTime();
        try {
          throw new AssertionError("answered: start=" + store.claim("seq/a", 0, 1));
        } catch (StoreUnavailableException e) {
          return System.nanoTime() - startNanos;
        }
      }
    }
  }
}
