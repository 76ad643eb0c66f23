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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that is restored from a backup, after more ids were made. */
@Tag("fault")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RestoredStoreTest {

  private static final String GENERATORS = """
      generators:
        probe: {type: sequence, strict: true}
        storm/snowflake: {type: snowflake}
        users: {type: snowflake}
        orders: {type: key, format: "O{time:yyMMddHHmmssSSS}{worker:2}{seq:4}"}
        codes: {type: key, format: "C{seq:12}"}
      """;

  private static final List<String> NAMES = List.of("users", "orders", "codes");
  private static final int MANY = 50;

  /** But one that has no backup, as it keeps nothing. */
  static List<String> sites() {
    return SiteNames.all().stream()
        .filter(name -> !name.equals("forgetting-redis"))
        .toList();
  }

  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, List<String>> made = new HashMap<>();

  @TempDir
  private Path directory;

  @ParameterizedTest
  @MethodSource("sites")
  @Tag("long")
  void raiseAll_storeOfABackup_makesNoIdAgainThatWasMadeAfterIt(String name) throws Exception {
    Path config = Files.writeString(directory.resolve("m.yaml"), GENERATORS);
    Path copy = directory.resolve("backup");
    try (Site site = Main.site(name, directory)) {
      Backup backup = site.backup().orElseThrow();
      make(site, config);
      long server = site.server().pid();
      backup.make(copy);
      assertThat(site.server().pid() != server).isEqualTo(site.backupEndsServer());
      make(site, config);

      assertThat(site.server().terminate()).isZero();
      backup.restore(copy);
      String raised = Programs.mintmark(
          "lines",
          "raise",
          "--all",
          "--by-time",
          "--margin=1000",
          "--config=" + config,
          site.storeArgument(),
          "--last-store=" + site.lastStore());
      assertThat(raised).contains("seq/probe", "key/codes", "worker/users/", "the clock");
      site.server().restart();
      make(site, config);

      made.forEach(
          (each, ids) -> assertThat(ids).as(each).hasSize(3 * MANY).doesNotHaveDuplicates());
    }
  }

  /** The numbers by the server, the others by processes of their own. */
  private void make(Site site, Path config) {
    Waiting.until("ids of probe", () -> {
      HttpResponse<String> answer = probe(site);
      if (answer.statusCode() == 200) {
        add("probe", answer.body());
        return true;
      }
      // The engine was down a moment ago: the server may still have a connection of before.
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
      return false;
    });
    for (String name : NAMES) {
      add(name, next(site, config, name));
    }
  }

  private HttpResponse<String> probe(Site site) {
    URI next = URI.create(site.serverUrl() + "/v1/generators/probe/next?count=" + MANY);
    HttpRequest request = HttpRequest.newBuilder(next)
        .header("Accept", "text/plain")
        .POST(BodyPublishers.noBody())
        .build();
    return client.sendAsync(request, BodyHandlers.ofString()).join();
  }

  /** After Redis came up no worker number is given for a while, and the command says so. */
  private static String next(Site site, Path config, String name) {
    List<String> ids = new ArrayList<>();
    Waiting.until("ids of " + name, () -> {
      try {
        ids.add(Programs.mintmark(
            "next", name, "-n=" + MANY, "--config=" + config, "--store=" + site.url()));
        return true;
      } catch (IllegalStateException refused) {
        return false;
      }
    });
    return ids.get(0);
  }

  /** A warning of the store's has blanks, and ids have none. */
  private void add(String name, String ids) {
    made.computeIfAbsent(name, each -> new ArrayList<>())
        .addAll(ids.lines().filter(line -> !line.contains(" ")).toList());
  }
}
