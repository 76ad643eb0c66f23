package io.mintmark.cli;

import io.mintmark.Description;
import io.mintmark.Mintmark;
import io.mintmark.MintmarkException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.inspect.Reading;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.json.Json;
import io.mintmark.server.service.KeyAnalysis;
import io.mintmark.store.ClaimStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A server, asked over HTTP. Of the JDK's clients this is the one that starts fastest; it keeps its
 * connection between requests.
 */
final class ServerSource implements Source {

  private static final String JSON = "application/json";
  private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

  private final ServedBy server;
  private final String url;

  /** Opened when somebody wants to look at lines. */
  private @Nullable Mintmark lines;

  ServerSource(ServedBy server) {
    this.server = server;
    this.url = server.url();
  }

  @Override
  public List<String> next(String name, int count, KeyRequest request) {
    StringBuilder path = new StringBuilder("/v1/generators/")
        .append(encoded(name))
        .append("/next?count=")
        .append(count);
    request.routeId().ifPresent(route -> path.append("&route=").append(encoded(route)));
    if (!request.variables().isEmpty()) {
      String pairs = request.variables().entrySet().stream()
          .map(each -> each.getKey() + ":" + each.getValue())
          .collect(Collectors.joining(","));
      path.append("&vars=").append(encoded(pairs));
    }
    return ask("POST", path.toString(), "text/plain", "").lines().toList();
  }

  @Override
  public List<Description> generators() {
    return object("GET", "/v1/generators").objects("generators", Answer::description);
  }

  /** Reads an id in every way that fits, likeliest first, as the server knows them. */
  List<Reading> inspect(String id) {
    return object("GET", "/v1/inspect/" + encoded(id)).objects("readings", Answer::reading);
  }

  /** Says what keys that the server has mean. */
  KeyAnalysis explain(String name, boolean skew) {
    String body = Json.object(json -> json.put("name", name).put("skew", skew));
    return Answer.of(ask("POST", "/v1/explain", JSON, body)).analysis();
  }

  @Override
  public long position(String line) {
    return Long.parseLong(object("GET", "/v1/lines/" + encoded(line)).text("next"));
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    String path =
        "/v1/lines/" + encoded(line) + "/compare-and-set?expected=" + expected + "&next=" + next;
    return object("POST", path).flag("moved");
  }

  @Override
  public ClaimStore store() {
    Mintmark open = lines;
    if (open == null) {
      open = Mintmark.open(server.storeUrl());
      lines = open;
    }
    return open.store();
  }

  @Override
  public String where() {
    return "store " + object("GET", "/v1/store").text("url") + ", through the server " + url;
  }

  @Override
  public void close() {
    if (lines != null) {
      lines.close();
    }
  }

  private Answer object(String method, String path) {
    return Answer.of(ask(method, path, JSON, ""));
  }

  private String ask(String method, String path, String mediaType, String body) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(url + path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setRequestMethod(method);
      connection.setRequestProperty("Accept", mediaType);
      server
          .authorization()
          .ifPresent(shown -> connection.setRequestProperty("Authorization", shown));
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      if (!body.isEmpty()) {
        connection.setRequestProperty("Content-Type", JSON);
        connection.setDoOutput(true);
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      }
      boolean failed = connection.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST;
      try (InputStream in = failed ? connection.getErrorStream() : connection.getInputStream()) {
        String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (failed) {
          throw new MintmarkException(Answer.of(answer).text("detail") + " (server " + url + ")");
        }
        return answer;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "the server that has the data directory does not answer: url=" + url + ", reason=" + e,
          e);
    }
  }

  /** A name as one segment of a path. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
