package io.mintmark.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description of the interface, beside the code and the page. */
class ApiDocumentTest {

  private static final Path PAGE = Path.of("../../docs/reference/errors.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (\\d{3}) \\|");

  /** A page for people and what belongs to it are not for programs. */
  private static final Set<String> FOR_PEOPLE = Set.of("", "console/{}");

  private static JsonNode document() throws IOException {
    return new ObjectMapper().readTree(ApiDocument.read());
  }

  @Test
  void document_ofTheJar_isValid() {
    ParseOptions options = new ParseOptions();
    options.setResolve(true);
    SwaggerParseResult result =
        new OpenAPIV3Parser().readContents(ApiDocument.read(), List.of(), options);

    assertThat(result.getMessages()).isEmpty();
    assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.1.0");
  }

  /** What a call takes and gives, as far as the code says it. */
  private record Call(Set<String> parameters, boolean hasBody, List<String> mediaTypes) {}

  @Test
  void document_callByCall_isWhatTheServerHas() throws IOException {
    Map<String, Call> served = new TreeMap<>();
    for (Routes.Route route : ServedRoutes.get().all()) {
      String path = String.join("/", route.path());
      if (!FOR_PEOPLE.contains(path)) {
        served.put(
            route.method() + " /" + path,
            new Call(route.parameters(), route.maxBody() > 0, route.mediaTypes()));
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
          List<String> mediaTypes = new ArrayList<>();
          JsonNode call = operation.getValue();
          call.at("/responses/200/content").fieldNames().forEachRemaining(mediaTypes::add);
          calls.put(
              operation.getKey().toUpperCase(Locale.ROOT) + " "
                  + path.getKey().replaceAll("\\{[^}]+}", "{}"),
              new Call(queryOf(document, call), call.has("requestBody"), mediaTypes));
        }));
    return calls;
  }

  private static Set<String> queryOf(JsonNode document, JsonNode operation) {
    Set<String> names = new TreeSet<>();
    for (JsonNode each : operation.path("parameters")) {
      JsonNode parameter =
          each.has("$ref") ? document.at(each.get("$ref").asText().substring(1)) : each;
      if (parameter.get("in").asText().equals("query")) {
        names.add(parameter.get("name").asText());
      }
    }
    return names;
  }

  private static Map<String, Integer> problems() {
    Map<String, Integer> problems = Stream.of(HttpFault.values())
        .collect(Collectors.toMap(HttpFault::slug, HttpFault::status, (a, b) -> a, TreeMap::new));
    for (Problem.Kind kind : Problem.Kind.values()) {
      HttpReply reply = HttpReply.problem(new Problem(kind, "", List.of(), 0));
      problems.put(kind.name().toLowerCase(Locale.ROOT).replace('_', '-'), reply.status());
    }
    return problems;
  }

  @Test
  void problems_ofTheDocumentAndThePage_areThoseThatTheServerHas() throws IOException {
    List<String> ofTheDocument = new ArrayList<>();
    document()
        .at("/components/schemas/Problem/properties/type/enum")
        .forEach(type -> ofTheDocument.add(type.asText().replace("urn:mintmark:problem:", "")));
    Map<String, Integer> ofThePage = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> ofThePage.put(row.group(1), Integer.parseInt(row.group(2))));

    assertThat(ofThePage).isEqualTo(problems());
    assertThat(ofTheDocument).containsExactlyInAnyOrderElementsOf(problems().keySet());
  }
}
