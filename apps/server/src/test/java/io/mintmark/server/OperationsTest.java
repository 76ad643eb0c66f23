package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingValues;
import io.mintmark.rigs.TestAuthority;
import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Tests that the dashboard, the alerts and the other files for operations match the server. */
class OperationsTest {

  private static final Path FOLDER = Path.of("../../docs/operations");
  private static final Pattern METRIC = Pattern.compile("\\b(?:mintmark|jvm)_[a-z_]+");
  private static final Pattern CHOSEN = Pattern.compile("([a-z]+)(?:=~|!=|=)\"([^\"]+)\"");
  private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_]+)[{ ]");
  private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)\\n\\n(?!#)\\S");

  private static final Pattern STOP = Pattern.compile("(?m)^TimeoutStopSec=(\\d+)s$");

  /**
   * The maximum exposure in tenths of systemd's points. A unit without confinement has 9.6 points.
   */
  private static final int MAX_EXPOSURE = 20;

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  /** Reads YAML or JSON, which is a subset of YAML. */
  private static Object load(String file) throws IOException {
    return new Load(LoadSettings.builder().build()).loadFromString(read(file));
  }

  private static List<?> list(Object object, String... path) {
    Object found = object;
    for (String name : path) {
      found = found instanceof List<?> list ? list.get(0) : found;
      found = Web.field(found, name);
    }
    return (List<?>) found;
  }

  private static Set<String> told(Path folder) throws Exception {
    return SERIES
        .matcher(scrape(folder))
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the metrics of a server that has made an id. */
  private static String scrape(Path folder) throws Exception {
    TestAuthority authority = new TestAuthority(folder);
    authority.issue("metrics");
    HttpClient client = HttpClient.newBuilder().sslContext(authority.trusting()).build();
    try (Server server = MemoryServer.builder()
        .config(Config.standard())
        .set(ServerSettings.TLS_CERTIFICATE, authority.certificate())
        .set(ServerSettings.TLS_KEY, authority.key())
        .set(ServerSettings.ADMIN, "127.0.0.1:0")
        .set(
            ServerSettings.TOKENS,
            new TokensFixture(folder.resolve("tokens.yaml"))
                .with("prometheus", "scopes: [read, next], expires: 2999-01-01")
                .write())
        .start()) {
      HttpRequest next = authorized(server.url(), "/v1/generators/orders/next")
          .POST(HttpRequest.BodyPublishers.noBody())
          .build();
      assertThat(client.send(next, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      String admin = "https://127.0.0.1:" + server.admin().orElseThrow().getPort();
      HttpRequest list = authorized(server.url(), "/v1/generators").build();
      assertThat(client.send(list, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      HttpRequest metrics = authorized(admin, "/metrics").build();
      return client.send(metrics, HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  private static HttpRequest.Builder authorized(String url, String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("authorization", "Bearer " + TokensFixture.text("prometheus"));
  }

  @Test
  void metrics_checkedByPrometheus_haveValidNamesAndHelp(@TempDir Path folder) throws Exception {
    ToolRun.assumeAreThere("promtool");
    String ours = scrape(folder)
        .lines()
        .filter(line -> line.contains("mintmark_")) // The other names are Micrometer's.
        .collect(Collectors.joining("\n", "", "\n"));
    ToolRun run = ToolRun.in(folder, List.of("promtool", "check", "metrics"), ours);

    assertThat(run.output() + run.errors()).isEmpty();
    assertThat(run.exitValue()).isZero();
  }

  /** A panel with the sum or the count of a histogram shows the histogram. */
  @Test
  @Tag("long")
  void dashboard_ofAllMetrics_showsEach(@TempDir Path folder) throws Exception {
    String dashboard = read("dashboard.json");
    Set<String> metrics = told(folder).stream()
        .filter(name -> name.startsWith("mintmark_"))
        .map(name -> name.replaceFirst("_(bucket|count|sum|max)$", ""))
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(metrics)
        .hasSizeGreaterThan(28)
        .allSatisfy(name -> assertThat(dashboard).contains(name));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void metrics_inPagesAndFiles_existInTheServer(String file, @TempDir Path folder)
      throws Exception {
    Set<String> named = METRIC
        .matcher(read(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(5).isSubsetOf(told(folder));
  }

  @Test
  void configuration_exampleFile_hasEveryServerSetting() throws Exception {
    Config config = Config.load(FOLDER.resolve("mintmark.yaml"));
    SettingValues settings = ServerSettings.of(config.server());
    List<String> missing = ServerSettings.TABLE.stream()
        .filter(setting -> settings.find(setting).isEmpty())
        .map(Setting::key)
        .toList();

    assertThat(missing).as("beside tokens and TLS it would be wrong").containsExactly("insecure");
    try (Mintmark mint = Mintmark.open("memory:")) {
      assertThat(config.open(mint)).hasSizeGreaterThan(4);
    }
  }

  @Test
  void alerts_haveAParagraphEach_inTheirOrder() throws IOException {
    List<String> names = list(load("alerts.yaml"), "groups", "rules").stream()
        .map(rule -> Web.field(rule, "alert").toString())
        .toList();

    assertThat(HEADING.matcher(read("alerts.md")).results().map(result -> result.group(1)))
        .isEqualTo(names)
        .hasSizeGreaterThan(5);
  }

  @Test
  @Tag("long")
  void alerts_testsOfPromtool_pass(@TempDir Path folder) throws Exception {
    ToolRun.assumeAreThere("promtool");
    Object test = load("alerts-test.yaml");

    assertThat(list(load("alerts.yaml"), "groups", "rules"))
        .extracting(rule -> Web.field(rule, "alert"))
        .containsExactlyInAnyOrderElementsOf(expectedToFire(test));
    assertThat(chosenLabels())
        .as("each value that an alert asks for, and one of its cases has")
        .allSatisfy(label -> assertThat(read("alerts-test.yaml")).contains(label));
    for (String file : List.of("alerts.yaml", "alerts-test.yaml")) {
      Files.writeString(folder.resolve(file), read(file));
    }
    ToolRun run = ToolRun.in(folder, List.of("promtool", "test", "rules", "alerts-test.yaml"), "");
    assertThat(run.exitValue()).as(run.output() + run.errors()).isZero();
  }

  /** Returns the labels in the alerts' queries, in the form {@code kind="clock"}. */
  private static Set<String> chosenLabels() throws IOException {
    Set<String> chosen = new TreeSet<>();
    CHOSEN
        .matcher(read("alerts.yaml").replace("{job=\"mintmark\"}", ""))
        .results()
        .forEach(of -> {
          for (String value : of.group(2).split("\\|", -1)) {
            chosen.add(of.group(1) + "=\"" + value + "\"");
          }
        });
    return chosen;
  }

  @Test
  void alerts_labelsInRules_existInTheServer(@TempDir Path folder) throws Exception {
    String scraped = scrape(folder);

    assertThat(chosenLabels())
        .hasSizeGreaterThan(20)
        .allSatisfy(label -> assertThat(scraped).contains(label));
  }

  private static Set<Object> expectedToFire(Object test) {
    Set<Object> names = new LinkedHashSet<>();
    for (Object scenario : list(test, "tests")) {
      for (Object alert : list(scenario, "alert_rule_test")) {
        if (!list(alert, "exp_alerts").isEmpty()) {
          names.add(Web.field(alert, "alertname"));
        }
      }
    }
    return names;
  }

  @Test
  void unit_ofSystemd_isValidAndConfined(@TempDir Path folder) throws Exception {
    ToolRun.assumeAreThere("systemd-analyze");
    String java = ProcessHandle.current().info().command().orElseThrow();
    Path unit = Files.writeString(
        folder.resolve("mintmark.service"),
        read("mintmark.service").replace("/usr/bin/java", java));

    ToolRun verified = systemdAnalyze(folder, "verify", "--man=no", unit.toString());
    ToolRun confined = systemdAnalyze(
        folder, "security", "--offline=true", "--threshold=" + MAX_EXPOSURE, unit.toString());

    assertThat(verified).isEqualTo(new ToolRun(0, "", ""));
    assertThat(confined.exitValue()).as(confined.output()).isZero();
  }

  private static ToolRun systemdAnalyze(Path folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("systemd-analyze"));
    command.addAll(List.of(arguments));
    return ToolRun.in(folder, command, "");
  }

  @Test
  void unit_ofSystemd_waitsLongerThanTheServerDrains() throws IOException {
    SettingValues settings =
        ServerSettings.of(Config.load(FOLDER.resolve("mintmark.yaml")).server());
    Duration drain =
        settings.get(ServerSettings.DRAIN_NOTICE).plus(settings.get(ServerSettings.DRAIN));
    Matcher stop = STOP.matcher(read("mintmark.service"));

    assertThat(stop.find()).isTrue();
    assertThat(Integer.parseInt(stop.group(1))).isGreaterThan((int) drain.toSeconds() + 5);
  }

  @Test
  void dashboard_panels_haveQueriesAndNumbersOfTheirOwn() throws IOException {
    List<?> panels = list(load("dashboard.json"), "panels");

    assertThat(panels).extracting(panel -> ((Map<?, ?>) panel).get("id")).doesNotHaveDuplicates();
    assertThat(panels)
        .allSatisfy(panel -> assertThat(list(panel, "targets"))
            .isNotEmpty()
            .allSatisfy(
                target -> assertThat(Web.field(target, "expr").toString()).isNotBlank()));
  }
}
