package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Sends requests to a server, and checks the replies. */
final class Web {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Web() {}

  static HttpResponse<String> send(Server server, String method, String path, String... headers) {
    return send(server.url(), method, path, headers);
  }

  /** Sends a request to the port for health, metrics and administration. */
  static HttpResponse<String> sendToAdmin(
      Server server, String method, String path, String... headers) {
    int port = server.admin().orElseThrow().getPort();
    return send("http://127.0.0.1:" + port, method, path, headers);
  }

  private static HttpResponse<String> send(
      String url, String method, String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
        .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  static HttpResponse<String> post(Server server, String path, String body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
        .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  static HttpResponse<String> sendBody(
      Server server, String method, String path, String body, String accept) {
    return send(HttpRequest.newBuilder(URI.create(server.url() + path))
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .header("accept", accept)
        .build());
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Parses a body as JSON, with a YAML parser, because JSON is a subset of YAML. */
  static Map<?, ?> json(HttpResponse<String> response) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(response.body());
  }

  static Object field(Object object, String name) {
    return Objects.requireNonNull(((Map<?, ?>) object).get(name), name);
  }

  static List<?> list(Object object, String name) {
    return (List<?>) field(object, name);
  }

  static void assertProblem(HttpResponse<String> response, int status, String slug) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(json(response).get("type")).isEqualTo("urn:mintmark:problem:" + slug);
    assertThat(json(response).get("status")).isEqualTo(status);
  }
}
