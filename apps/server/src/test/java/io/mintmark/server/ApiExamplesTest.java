package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Sends the examples of the API description to a running server. */
class ApiExamplesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static Server server;
  private static JsonNode document;

  /** The example for a connection's number is the last of these connections. */
  private static final int CONNECTIONS = 7;

  private static final List<RespClient> CLIENTS = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    server = Server.builder()
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .start();
    for (int i = 0; i < CONNECTIONS; i++) {
      RespClient client = new RespClient(server.resp());
      CLIENTS.add(client);
      assertThat(client.call("PING")).isEqualTo("+PONG");
    }
    document = JSON.readTree(Web.send(server, "GET", "/openapi.json").body());
  }

  @AfterAll
  static void stop() throws IOException {
    for (RespClient each : CLIENTS) {
      each.close();
    }
    server.close();
  }

  @TestFactory
  List<DynamicTest> examples_sentToTheServer_returnTheDocumentedAnswers() {
    List<DynamicTest> tests = new ArrayList<>();
    document
        .get("paths")
        .properties()
        .forEach(path -> path.getValue().properties().forEach(operation -> {
          String method = operation.getKey().toUpperCase(Locale.ROOT);
          for (String body : bodies(operation.getValue())) {
            tests.add(DynamicTest.dynamicTest(
                method + " " + path.getKey() + " " + body,
                () -> check(method, path.getKey(), operation.getValue(), body)));
          }
        }));
    assertThat(tests).hasSizeGreaterThan(15);
    return tests;
  }

  private static List<String> bodies(JsonNode operation) {
    List<String> bodies = new ArrayList<>();
    resolved(operation.at("/requestBody/content/application~1json/schema"))
        .path("examples")
        .forEach(example -> bodies.add(example.toString()));
    return bodies.isEmpty() ? List.of("") : bodies;
  }

  private static JsonNode resolved(JsonNode schema) {
    return schema.has("$ref") ? document.at(schema.get("$ref").asText().substring(1)) : schema;
  }

  private static void check(String method, String path, JsonNode operation, String body)
      throws JsonProcessingException {
    JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
    if (!body.isEmpty()) {
      assertFits(body, schema);
    }
    List<String> mediaTypes = new ArrayList<>();
    operation.at("/responses/200/content").fieldNames().forEachRemaining(mediaTypes::add);
    String least = target(path, operation, false);
    for (String mediaType : mediaTypes) {
      HttpResponse<String> answer = Web.sendBody(server, method, least, body, mediaType);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertAsDescribed(answer, operation, mediaType);
    }
    String most = target(path, operation, true);
    assertAsDescribed(
        Web.sendBody(server, method, most, body, mediaTypes.get(0)), operation, mediaTypes.get(0));
  }

  /** Returns the path and the query, with the examples of their parameters. */
  private static String target(String path, JsonNode operation, boolean withOptional) {
    String target = path;
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : operation.path("parameters")) {
      String name = parameter.get("name").asText();
      String example = encode(parameter.get("example").asText());
      if (parameter.get("in").asText().equals("path")) {
        target = target.replace("{" + name + "}", example);
      } else if (withOptional || parameter.path("required").asBoolean()) {
        query.add(name + "=" + example);
      }
    }
    return query.isEmpty() ? target : target + "?" + String.join("&", query);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void assertAsDescribed(
      HttpResponse<String> answer, JsonNode operation, String mediaType)
      throws JsonProcessingException {
    JsonNode responses = operation.get("responses");
    JsonNode described = responses.path(Integer.toString(answer.statusCode())).isMissingNode()
        ? document.at("/components/responses/Problem")
        : responses.get(Integer.toString(answer.statusCode()));
    String type = answer.headers().firstValue("content-type").orElse("none").split(";", -1)[0];
    assertThat(type).isEqualTo(answer.statusCode() == 200 ? mediaType : "application/problem+json");
    JsonNode schema = described.path("content").path(type).path("schema");
    assertThat(schema.isObject()).as("a schema for " + type).isTrue();
    assertFits(
        type.endsWith("json") ? answer.body() : JSON.writeValueAsString(answer.body()), schema);
  }

  private static void assertFits(String json, JsonNode schema) throws JsonProcessingException {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.get("components"));
    SchemaValidatorsConfig config =
        SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();
    assertThat(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(whole, config)
            .validate(JSON.readTree(json)))
        .as(json)
        .isEmpty();
  }
}
