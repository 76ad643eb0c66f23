package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        part("configs", "mintmark").get("content").toString());
    List<String> args = new ArrayList<>();
    for (Object arg : (List<?>) part("services", "mintmark").get("command")) {
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
    Map<?, ?> database = (Map<?, ?>) part("services", "postgres").get("environment");
    Map<?, ?> server = (Map<?, ?>) part("services", "mintmark").get("environment");
    assertThat(server.get("MINTMARK_STORE"))
        .isEqualTo("jdbc:postgresql://postgres/" + database.get("POSTGRES_DB") + "?user="
            + database.get("POSTGRES_USER") + "&password=" + database.get("POSTGRES_PASSWORD"));
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

  private static Map<?, ?> part(String section, String name) throws IOException {
    Object file = new Load(LoadSettings.builder().build())
        .loadFromString(Files.readString(PAGES.resolve("compose.yaml")));
    Map<?, ?> parts = (Map<?, ?>) ((Map<?, ?>) file).get(section);
    return (Map<?, ?>) parts.get(name);
  }
}
