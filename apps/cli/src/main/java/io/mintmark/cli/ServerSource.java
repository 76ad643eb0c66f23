package io.mintmark.cli;

import io.mintmark.Description;
import io.mintmark.Mintmark;
import io.mintmark.MintmarkException;
import io.mintmark.StoreUnavailableException;
import io.mintmark.key.KeyRequest;
import io.mintmark.store.ClaimStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A server, asked over HTTP. Of the JDK's clients this is the one that starts fastest; it keeps its
 * connection between requests.
 */
final class ServerSource implements Source {

  private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

  private final String url;

  /** Opened when somebody wants to look at lines. */
  private @Nullable Mintmark lines;

  ServerSource(String url) {
    this.url = url;
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
    return ask("POST", path.toString(), "text/plain").lines().toList();
  }

  @Override
  public List<Description> generators() {
    return list(object("GET", "/v1/generators").get("generators")).stream()
        .map(ServerSource::object)
        .map(generator -> new Description(
            text(generator, "name"),
            text(generator, "kind"),
            facts(object(generator.get("facts"))),
            list(generator.get("warnings")).stream().map(String::valueOf).toList()))
        .toList();
  }

  @Override
  public long position(String line) {
    return Long.parseLong(text(object("GET", "/v1/lines/" + encoded(line)), "next"));
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    String path =
        "/v1/lines/" + encoded(line) + "/compare-and-set?expected=" + expected + "&next=" + next;
    return Boolean.TRUE.equals(object("POST", path).get("moved"));
  }

  @Override
  public ClaimStore store() {
    Mintmark open = lines;
    if (open == null) {
      open = Mintmark.open(url.replaceFirst("^http:", "mintmark:"));
      lines = open;
    }
    return open.store();
  }

  @Override
  public String where() {
    return "store " + text(object("GET", "/v1/store"), "url") + ", through the server " + url;
  }

  @Override
  public void close() {
    if (lines != null) {
      lines.close();
    }
  }

  private Map<?, ?> object(String method, String path) {
    return object(json(ask(method, path, "application/json")));
  }

  private String ask(String method, String path, String mediaType) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(url + path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setRequestMethod(method);
      connection.setRequestProperty("Accept", mediaType);
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      boolean failed = connection.getResponseCode() >= HttpURLConnection.HTTP_BAD_REQUEST;
      try (InputStream body = failed ? connection.getErrorStream() : connection.getInputStream()) {
        String answer = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        if (failed) {
          throw new MintmarkException(detail(answer) + " (server " + url + ")");
        }
        return answer;
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(
          "the server that has the data directory does not answer: url=" + url + ", reason=" + e,
          e);
    }
  }

  /** What a problem (RFC 9457) says, or all of an answer that is none. */
  private static String detail(String answer) {
    return json(answer) instanceof Map<?, ?> problem && problem.get("detail") != null
        ? text(problem, "detail")
        : answer;
  }

  /** Reads JSON, which is a part of YAML. */
  private static Object json(String text) {
    try {
      return new Load(LoadSettings.builder().build()).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new MintmarkException("the server's answer is not JSON: answer=" + text, e);
    }
  }

  private static Map<?, ?> object(@Nullable Object json) {
    if (json instanceof Map<?, ?> map) {
      return map;
    }
    throw new MintmarkException("the server's answer is of another shape: object expected");
  }

  private static List<?> list(@Nullable Object json) {
    if (json instanceof List<?> list) {
      return list;
    }
    throw new MintmarkException("the server's answer is of another shape: list expected");
  }

  private static String text(Map<?, ?> object, String name) {
    return String.valueOf(object.get(name));
  }

  private static Map<String, String> facts(Map<?, ?> object) {
    Map<String, String> facts = new LinkedHashMap<>();
    object.forEach((name, value) -> facts.put(String.valueOf(name), String.valueOf(value)));
    return facts;
  }

  /** A name as one segment of a path. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
