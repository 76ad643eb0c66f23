package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.server.access.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoutesTest {

  private static final Path PAGE = Path.of("../../docs/reference/http.md");
  private static final Pattern TABLE = Pattern.compile("(?m)^<!-- routes -->\n((?:\\|.*\n)*)");

  @Test
  void page_listsTheRoutesOfTheTable() throws IOException {
    Matcher shown = TABLE.matcher(Files.readString(PAGE));
    String text = text(ServedRoutes.get().all());

    assertThat(shown.find()).isTrue();
    assertThat(shown.group(1))
        .as("the table of %s, which should be%n%s", PAGE, text)
        .isEqualTo(text);
  }

  private static String text(List<Route> routes) throws IOException {
    JsonNode schemas =
        new ObjectMapper().readTree(ApiDocument.of(routes)).at("/components/schemas");
    return routes.stream()
        .flatMap(
            route -> route.operation().stream().map(operation -> row(route, operation, schemas)))
        .collect(Collectors.joining("", """
            | call | parameters | scope | members of its answer | effect |
            |---|---|---|---|---|
            """, ""));
  }

  private static String row(Route route, Route.Operation operation, JsonNode schemas) {
    List<String> members = new ArrayList<>();
    route
        .schemas()
        .values()
        .forEach(schema ->
            schemas.path(schema).path("properties").fieldNames().forEachRemaining(members::add));
    List<String> scope = route.permission().scope().stream().map(Scope::word).toList();
    List<String> parameters = route.parameters().stream()
        .filter(each -> !each.isInPath())
        .map(Parameter::name)
        .toList();
    return "| `" + route + "` | " + code(parameters) + " | " + code(scope) + " | " + code(members)
        + " | " + operation.summary() + ". " + route.answer() + " |\n";
  }

  private static String code(Collection<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(" "));
  }

  @Test
  void find_pathsOfVariables_returnsTheNarrowestRoute() {
    Routes routes = ServedRoutes.get();

    assertThat(routes.find("HEAD", List.of("v1", "lines", "{line}", "life")))
        .hasValueSatisfying(route -> assertThat(route).hasToString("GET /v1/lines/{line}/life"));
    assertThat(routes.find("POST", List.of("v1", "lines")))
        .hasValueSatisfying(route -> assertThat(route).hasToString("POST /v1/lines"));
    assertThat(routes.find("POST", List.of("v1", "time"))).isEmpty();
    assertThat(routes.find("GET", List.of("v1", "lines", "a", "lower"))).isEmpty();
  }
}
