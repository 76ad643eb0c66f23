package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files for containers on the pages, as far as they can be checked without Docker. */
class ContainersTest {

  private static final Path PAGES = Path.of("../../docs/operations");

  @TempDir
  private Path directory;

  @Test
  void compose_serverOptions_startAServer() throws IOException {
    Path config = Files.writeString(
        directory.resolve("mintmark.yaml"),
        compose("configs", "mintmark", "content").toString());
    List<String> args = new ArrayList<>();
    for (Object arg : (List<?>) compose("services", "mintmark", "command")) {
      args.add(arg.toString()
          .replace("/var/lib/mintmark", directory.resolve("data").toString())
          .replace("/etc/mintmark.yaml", config.toString()));
    }
    args.add("--check");
    Run run = Run.of(args.toArray(new String[0]));
    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).endsWith("the server would start\n");
  }

  @Test
  void compose_store_isTheDatabaseOfTheOtherService() throws IOException {
    String url = "jdbc:postgresql://postgres/%s?user=%s&password=%s"
        .formatted(
            compose("services", "postgres", "environment", "POSTGRES_DB"),
            compose("services", "postgres", "environment", "POSTGRES_USER"),
            compose("services", "postgres", "environment", "POSTGRES_PASSWORD"));
    assertThat(compose("services", "mintmark", "environment", "MINTMARK_STORE")).isEqualTo(url);
  }

  @Test
  void dockerfile_copiedFiles_areWhatTheBuildMakes() throws IOException {
    String text = Files.readString(PAGES.resolve("Dockerfile"));
    List<String> copied = Pattern.compile("COPY --from=build /clone/(\\S+)")
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .toList();
    assertThat(copied)
        .containsExactly(
            "COPY --from=build /clone/apps/cli/target/lib",
            "COPY --from=build /clone/apps/cli/target/mintmark-cli.jar");
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<finalName>mintmark-cli</finalName>", "${project.build.directory}/lib");
    assertThat(text).contains("mvn -B -q -pl apps/cli -am package -DskipTests");
  }

  /** Returns the value at a path of keys. */
  private static Object compose(String... path) throws IOException {
    Object value = new Load(LoadSettings.builder().build())
        .loadFromString(Files.readString(PAGES.resolve("compose.yaml")));
    for (String key : path) {
      value = Objects.requireNonNull(((Map<?, ?>) value).get(key), key);
    }
    return value;
  }
}
