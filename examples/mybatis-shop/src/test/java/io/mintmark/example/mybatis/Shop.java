package io.mintmark.example.mybatis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The started application, with methods that call it over HTTP. */
final class Shop implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final ConfigurableApplicationContext application;

  private Shop(ConfigurableApplicationContext application) {
    this.application = application;
  }

  /** The status and the JSON of a response. */
  record Answer(int status, JsonNode body) {

    String text(String field) {
      return body.path(field).textValue();
    }

    List<String> ids() {
      return body.findValuesAsText("id");
    }
  }

  /**
   * Starts the application with its main class. The settings are written as on the command line.
   * The timeouts are long enough for a busy machine.
   */
  static Shop start(String... settings) {
    Stream<String> always = Stream.of(
        "--server.port=0",
        "--spring.main.banner-mode=off",
        "--logging.level.root=warn",
        "--mintmark.open-timeout=60s",
        "--mintmark.claim-timeout=60s");
    return new Shop(SpringApplication.run(
        MybatisShop.class, Stream.concat(always, Stream.of(settings)).toArray(String[]::new)));
  }

  int port() {
    return application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(path, HttpRequest.newBuilder().GET());
  }

  Answer post(String path, String json) throws IOException, InterruptedException {
    return send(
        path,
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  private Answer send(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port() + path);
    HttpResponse<String> answer =
        client.send(request.uri(uri).build(), HttpResponse.BodyHandlers.ofString());
    return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
  }

  @Override
  public void close() {
    application.close();
  }
}
