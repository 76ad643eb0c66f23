package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.faults.Site.Backup;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that is restored from a dump, after more ids were made. */
@Tag("fault")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestoredPostgreSqlTest {

  private static final String GENERATORS = """
      generators:
        probe: {type: sequence, strict: true}
        users: {type: snowflake}
        orders: {type: key, format: "O{time:yyMMddHHmmssSSS}{worker:2}{seq:4}"}
        codes: {type: key, format: "C{seq:12}"}
      """;

  private static final List<String> NAMES = List.of("users", "orders", "codes");
  private static final int MANY = 50;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, List<String>> made = new HashMap<>();

  @TempDir
  private Path directory;

  @Test
  @Tag("long")
  void raiseAll_databaseOfADump_makesNoIdAgainThatWasMadeAfterIt() throws Exception {
    Path config = Files.writeString(directory.resolve("m.yaml"), GENERATORS);
    Path dump = directory.resolve("lines.dump");
    try (Site site = Main.site("postgresql", directory)) {
      Backup backup = site.backup().orElseThrow();
      make(site, config);
      backup.make(dump);
      make(site, config);

      site.server().kill();
      backup.restore(dump);
      String raised = mintmark(
          site,
          config,
          "lines",
          "raise",
          "--all",
          "--by-time",
          "--margin",
          "1000",
          "--last-store",
          directory.resolve("server/state/last-store").toString());
      assertThat(raised).contains("seq/probe", "key/codes", "worker/users/", "the clock");
      site.server().restart();
      make(site, config);

      made.forEach(
          (name, ids) -> assertThat(ids).as(name).hasSize(3 * MANY).doesNotHaveDuplicates());
    }
  }

  /** The numbers by the server, the others by processes of their own. */
  private void make(Site site, Path config) throws Exception {
    URI next = URI.create(site.serverUrl() + "/v1/generators/probe/next?count=" + MANY);
    HttpRequest request = HttpRequest.newBuilder(next)
        .header("Accept", "text/plain")
        .POST(BodyPublishers.noBody())
        .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    add("probe", answer.body());
    for (String name : NAMES) {
      add(name, mintmark(site, config, "next", name, "-n", Integer.toString(MANY)));
    }
  }

  private void add(String name, String ids) {
    made.computeIfAbsent(name, each -> new ArrayList<>()).addAll(ids.lines().toList());
  }

  private static String mintmark(Site site, Path config, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--config", config.toString(), "--store", site.url()));
    return Programs.mintmark(all.toArray(String[]::new));
  }
}
