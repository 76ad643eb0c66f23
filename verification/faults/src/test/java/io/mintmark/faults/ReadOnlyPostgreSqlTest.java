package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.faults.Site.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that becomes read-only, as one does that a failover has made a replica. */
@Tag("fault")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadOnlyPostgreSqlTest {

  /** Twice the time between two claims of the server's own, and what a call may take. */
  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(15);

  private static final String NEXT = "/v1/generators/" + ServerProcess.PROBE + "/next";

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir
  private Path directory;

  @Test
  @Tag("long")
  void ready_databaseTurnsReadOnly_isRefusedAtTheFirstFailedCallAndSaidOnce() throws Exception {
    try (Site site = Main.site("postgresql", directory)) {
      Fault readOnly = site.faults().stream()
          .filter(fault -> fault.name().equals("no writes taken"))
          .findFirst()
          .orElseThrow();
      assertThat(send(site, "POST", NEXT).statusCode()).isEqualTo(200);
      assertThat(send(site, "GET", "/health/ready").statusCode()).isEqualTo(200);

      readOnly.strike().run();
      await(site, "POST", NEXT, 503);
      HttpResponse<String> refused = send(site, "GET", "/health/ready");
      assertThat(refused.statusCode()).as("at once").isEqualTo(503);
      assertThat(refused.body()).contains("store-unavailable", "read-only");
      for (int i = 0; i < 3; i++) {
        assertThat(send(site, "POST", NEXT).statusCode()).isEqualTo(503);
      }
      assertThat(send(site, "GET", "/health/live").statusCode()).isEqualTo(200);

      readOnly.mend().run();
      await(site, "GET", "/health/ready", 200);
      assertThat(send(site, "POST", NEXT).statusCode()).isEqualTo(200);
      List<String> log = log(site);
      List<String> failures = log.stream()
          .filter(line -> line.contains("the store takes no claims: "))
          .toList();
      // The engine's words for the first, those of the next connection's check for the others.
      assertThat(failures).hasSizeBetween(1, 2);
      for (String reason : List.of("cannot execute", "the database takes no writes")) {
        assertThat(failures).filteredOn(line -> line.contains(reason)).hasSizeLessThan(2);
      }
      assertThat(log)
          .filteredOn(line -> line.contains("the store takes claims again: downForMs="))
          .hasSize(1);
    }
  }

  /** By itself: asking only shows it. */
  private void await(Site site, String method, String path, int status) throws Exception {
    long deadline = System.nanoTime() + NOTICED_WITHIN.toNanos();
    while (send(site, method, path).statusCode() != status) {
      assertThat(System.nanoTime() - deadline).isNegative();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  private HttpResponse<String> send(Site site, String method, String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(site.serverUrl() + path))
            .method(method, BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }

  private static List<String> log(Site site) throws IOException {
    return Files.readAllLines(site.files().resolve("server/engine.log"));
  }
}
