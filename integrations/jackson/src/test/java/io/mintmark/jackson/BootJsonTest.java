package io.mintmark.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.TypeId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tests JSON in an application over HTTP. Runs with each major version of Spring Boot. */
@Tag("long")
class BootJsonTest {

  private static final String ID = "56e1fc72e0c917e9c4714161";
  private static final String USER =
      "{\"id\":\"9007199254740993\",\"document\":\"56e1fc72e0c917e9c4714161\"}";

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init")
  private static ConfigurableApplicationContext application;

  record User(long id, ObjectId document) {}

  @EnableAutoConfiguration
  @RestController
  static class Application {

    @GetMapping("/users/{document}")
    User ofPath(@PathVariable ObjectId document) {
      return new User(9_007_199_254_740_993L, document);
    }

    @GetMapping("/users")
    User ofParameter(@RequestParam ObjectId document) {
      return ofPath(document);
    }

    @GetMapping("/members/{id}")
    TypeId member(@PathVariable TypeId id) {
      return id;
    }

    @PostMapping("/users")
    User save(@RequestBody User user) {
      return user;
    }
  }

  @BeforeAll
  static void start() {
    application = start("true");
  }

  private static ConfigurableApplicationContext start(String longIdsAsText) {
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.SERVLET)
        .properties("server.port=0", "mintmark.jackson.long-ids-as-text=" + longIdsAsText)
        .run();
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @Test
  void application_runs_onTheExpectedBootVersion() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("boot.expected"));
  }

  @Test
  void objectId_pathVariableAndParameter_areConvertedAndLongsAreTexts() throws Exception {
    assertThat(get("/users/" + ID).body()).isEqualTo(USER);
    assertThat(get("/users?document=" + ID.toUpperCase(Locale.ROOT)).body()).isEqualTo(USER);
  }

  @Test
  void bodies_withTextsOrNumbers_areRead() throws Exception {
    assertThat(post(USER).body()).isEqualTo(USER);
    assertThat(post(USER.replace("\"9007199254740993\"", "9007199254740993")).body())
        .isEqualTo(USER);
  }

  @Test
  void wrongIds_areBadRequests() throws Exception {
    assertThat(get("/users/56e1").statusCode()).isEqualTo(400);
    assertThat(post(USER.replace(ID, "56e1")).statusCode()).isEqualTo(400);
  }

  @Test
  void typeId_pathVariableAndJson_areReadOrBadRequest() throws Exception {
    String id = "user_01h455vb4pex5vsknk084sn02q";
    assertThat(get("/members/" + id).body()).isEqualTo('"' + id + '"');
    assertThat(get("/members/" + id.toUpperCase(Locale.ROOT)).statusCode()).isEqualTo(400);
    assertThat(new DefaultConversionService().convert(id, TypeId.class)).hasToString(id);
  }

  @Test
  void conversionService_readsAnObjectId() {
    ObjectId read = new DefaultConversionService().convert(ID, ObjectId.class);

    assertThat(read).hasToString(ID);
  }

  @Test
  void setting_notABoolean_failsTheStart() {
    assertThatThrownBy(() -> start("perhaps"))
        .hasStackTraceContaining("mintmark.jackson.long-ids-as-text")
        .hasStackTraceContaining("perhaps");
  }

  private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  private static HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri("/users"))
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static URI uri(String path) {
    return URI.create(
        "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port") + path);
  }
}
