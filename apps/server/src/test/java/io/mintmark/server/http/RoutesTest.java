package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoutesTest {

  private static final Path PAGE = Path.of("../../docs/reference/http.md");
  private static final Path DESCRIPTION =
      Path.of("src/main/resources/io/mintmark/server/http/openapi.json");
  private static final Pattern TABLE = Pattern.compile("(?m)^<!-- routes -->\n((?:\\|.*\n)*)");

  @Test
  void page_listsTheCallsOfTheDescription() throws IOException {
    Matcher shown = TABLE.matcher(Files.readString(PAGE));
    String text = text();

    assertThat(shown.find()).isTrue();
    assertThat(shown.group(1))
        .as("the table of %s, which should be%n%s", PAGE, text)
        .isEqualTo(text);
  }

  private static String text() throws IOException {
    JsonNode document = new ObjectMapper().readTree(Files.readString(DESCRIPTION));
    StringBuilder rows = new StringBuilder("""
            | call | parameters | scope | members of its answer | effect |
            |---|---|---|---|---|
            """);
    document
        .get("paths")
        .properties()
        .forEach(path -> path.getValue()
            .properties()
            .forEach(operation -> rows.append(row(
                operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                operation.getValue(),
                document.at("/components/schemas")))));
    return rows.toString();
  }

  private static String row(String call, JsonNode operation, JsonNode schemas) {
    JsonNode reply = operation.at("/responses/200");
    List<String> members = new ArrayList<>();
    reply.get("content").forEach(form -> {
      String schema = form.at("/schema/$ref").asText().replace("#/components/schemas/", "");
      schemas.path(schema).path("properties").fieldNames().forEachRemaining(members::add);
    });
    List<String> scope = new ArrayList<>();
    operation.at("/security/1/token").forEach(each -> scope.add(each.asText()));
    List<String> parameters = new ArrayList<>();
    for (JsonNode each : operation.path("parameters")) {
      if (!each.get("in").asText().equals("path")) {
        parameters.add(each.get("name").asText());
      }
    }
    return "| `" + call + "` | " + code(parameters) + " | " + code(scope) + " | " + code(members)
        + " | " + operation.get("summary").asText() + ". "
        + reply.get("description").asText()
        + " |\n";
  }

  private static String code(Collection<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(" "));
  }

  @Test
  void find_pathsOfVariables_returnsTheNarrowestRoute() {
    Routes routes = ServedRoutes.get();

    assertThat(routes.find("HEAD", List.of("v1", "lines", "{line}", "life")))
        .map(route -> route.call)
        .contains("GET /v1/lines/{line}/life");
    assertThat(routes.find("POST", List.of("v1", "lines")))
        .map(route -> route.call)
        .contains("POST /v1/lines");
    assertThat(routes.find("POST", List.of("v1", "time"))).isEmpty();
    assertThat(routes.find("GET", List.of("v1", "lines", "a", "lower"))).isEmpty();
  }
}
