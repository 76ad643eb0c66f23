package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.server.access.Scope;
import io.mintmark.service.Problem;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the API description matches the code and the page. */
class OpenApiTest {

  private static final Path PAGE = Path.of("../../docs/reference/errors.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (\\d{3}) \\|");

  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");
  private static final Pattern REFERENCE =
      Pattern.compile("\"\\$ref\": ?\"#/components/schemas/([^\"]+)\"");

  /** The console and its files, which are for people and not for programs. */
  private static final Set<String> FOR_PEOPLE = Set.of("GET /", "GET /console/{file}");

  /** The media types of the calls whose reply is not always JSON. */
  private static final Map<String, List<String>> MEDIA_TYPES = Map.of(
      "POST /v1/generators/{name}/next", List.of("application/json", "text/plain"),
      "GET /metrics", List.of("text/plain"));

  private static JsonNode document() throws IOException {
    return new ObjectMapper().readTree(text());
  }

  private static String text() throws IOException {
    return Files.readString(Path.of("src/main/resources/io/mintmark/server/http/openapi.json"));
  }

  @Test
  void document_ofAllRoutes_isValid() throws IOException {
    ParseOptions options = new ParseOptions();
    options.setResolve(true);
    SwaggerParseResult result = new OpenAPIV3Parser().readContents(text(), List.of(), options);

    assertThat(result.getMessages()).isEmpty();
    assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.1.0");
  }

  /** The parameters and the results of a call. */
  private record Call(
      List<String> query,
      List<String> arguments,
      int mostBodyBytes,
      List<String> mediaTypes,
      List<String> scopes) {}

  @Test
  void document_operations_matchTheServer() throws IOException {
    Map<String, Call> served = new TreeMap<>();
    for (Route route : ServedRoutes.get().all()) {
      if (!FOR_PEOPLE.contains(route.call)) {
        served.put(
            route.call,
            new Call(
                route.query,
                VARIABLE
                    .matcher(route.call)
                    .results()
                    .map(variable -> variable.group(1))
                    .toList(),
                route.mostBodyBytes,
                MEDIA_TYPES.getOrDefault(route.call, List.of("application/json")),
                route.permission.scope.stream().map(Scope::word).toList()));
      }
    }

    assertThat(described(document())).isEqualTo(served);
  }

  private static Map<String, Call> described(JsonNode document) {
    Map<String, Call> calls = new TreeMap<>();
    document
        .get("paths")
        .properties()
        .forEach(path -> path.getValue().properties().forEach(operation -> {
          JsonNode call = operation.getValue();
          List<String> mediaTypes = new ArrayList<>();
          call.at("/responses/200/content").fieldNames().forEachRemaining(mediaTypes::add);
          List<String> scopes = new ArrayList<>();
          call.at("/security/1/token").forEach(scope -> scopes.add(scope.asText()));
          calls.put(
              operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
              new Call(
                  names(call, "query"),
                  names(call, "path"),
                  mostBodyBytes(call.at("/requestBody/description").asText()),
                  mediaTypes,
                  scopes));
        }));
    return calls;
  }

  private static int mostBodyBytes(String description) {
    return description.isEmpty() ? 0 : Integer.parseInt(description.split(" ", -1)[2]);
  }

  private static List<String> names(JsonNode operation, String place) {
    List<String> names = new ArrayList<>();
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.get("in").asText().equals(place)) {
        names.add(parameter.get("name").asText());
      }
    }
    return names;
  }

  @Test
  void schemas_referenced_existAndAreAllUsed() throws IOException {
    Set<String> used = new TreeSet<>();
    REFERENCE.matcher(text()).results().forEach(each -> used.add(each.group(1)));
    Set<String> there = new TreeSet<>();
    document().at("/components/schemas").fieldNames().forEachRemaining(there::add);

    assertThat(there).isEqualTo(used);
  }

  private static Map<String, Integer> problems() {
    Map<String, Integer> problems = new TreeMap<>();
    for (Problem.Kind kind : Problem.Kind.values()) {
      problems.put(kind.code(), kind.status());
    }
    return problems;
  }

  @Test
  void problems_ofTheDocumentAndThePage_matchTheServer() throws IOException {
    List<String> ofTheDocument = new ArrayList<>();
    document()
        .at("/components/schemas/ProblemType/enum")
        .forEach(type -> ofTheDocument.add(type.asText().replace("urn:mintmark:problem:", "")));
    Map<String, Integer> ofThePage = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> ofThePage.put(row.group(1), Integer.parseInt(row.group(2))));

    assertThat(ofThePage).isEqualTo(problems());
    assertThat(ofTheDocument).containsExactlyInAnyOrderElementsOf(problems().keySet());
  }
}
