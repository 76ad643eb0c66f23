package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.file.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What operations teams take from us speaks of what the server tells. */
class OperationsTest {

  private static final Path FOLDER = Path.of("../../docs/operations");
  private static final Pattern METRIC = Pattern.compile("\\b(?:mintmark|jvm)_[a-z_]+");
  private static final Pattern SERIES = Pattern.compile("(?m)^([a-z_]+)[{ ]");
  private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)\\n\\n(?!#)\\S");

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  /** JSON is a part of YAML. */
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

  private static Set<String> told() {
    try (Server server = Server.builder()
        .config(Config.standard())
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start()) {
      return SERIES
          .matcher(Web.send(server, "GET", "/metrics").body())
          .results()
          .map(result -> result.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void metrics_thatAreNamed_areToldByTheServer(String file) throws IOException {
    Set<String> named = METRIC
        .matcher(read(file))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named).hasSizeGreaterThan(5).isSubsetOf(told());
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
