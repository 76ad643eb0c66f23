package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.cli.ids.Severity;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdRange;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import io.mintmark.store.remote.ConnectionFault;
import io.mintmark.store.remote.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * A server as a source, over HTTP. Uses the client of the JDK that starts fastest, and keeps the
 * connection between requests.
 */
final class ServerSource implements Source {

  private static final String JSON = "application/json";
  /** How many characters of a reply are shown if it is not from a Mintmark server. */
  private static final int MAX_SHOWN = 100;

  private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

  private final ServedBy server;
  private final String url;
  private final Credentials credentials;

  ServerSource(ServedBy server) {
    this.server = server;
    this.url = server.url();
    ServedBy.Access access = server.access();
    this.credentials = Credentials.read(access.tokenFile(), access.authorities(), access.own());
  }

  @Override
  public List<String> next(String name, int count, KeyRequest request) {
    String route = request.routeId().map(id -> "&route=" + encoded(id)).orElse("");
    String pairs = request.variables().entrySet().stream()
        .map(each -> each.getKey() + ":" + each.getValue())
        .collect(Collectors.joining(","));
    String variables = pairs.isEmpty() ? "" : "&var=" + encoded(pairs);
    String path = "/v1/generators/" + encoded(name) + "/next?count=" + count + route + variables;
    return call("POST", path, "").texts("ids");
  }

  @Override
  public List<Description> generators() {
    return get("/v1/generators").objects("generators").stream()
        .map(ServerAnswers::toDescription)
        .toList();
  }

  /**
   * Returns all readings that fit an id, the likeliest first. The server knows its layouts and
   * keys.
   */
  List<Reading> inspect(String id) {
    return get("/v1/inspect/" + encoded(id)).objects("readings").stream()
        .map(ServerAnswers::toReading)
        .toList();
  }

  /** Explains keys of the server. */
  KeyAnalysis explain(String name, boolean skew) {
    String body = Json.object(json -> json.put("name", name).put("skew", skew));
    return ServerAnswers.toAnalysis(call("POST", "/v1/explain", body));
  }

  /** Returns the range of ids of a time span, for a kind or for a generator of the server. */
  IdRange range(String kind, Instant from, Instant to) {
    JsonObject range = get("/v1/range?kind=" + encoded(kind) + "&from=" + from + "&to=" + to);
    return new IdRange(range.text("from"), range.text("to"));
  }

  @Override
  public String where() {
    return "server " + url;
  }

  /**
   * Examines the server's readiness, the token and, through the server, its store. If the server
   * does not answer, the examination ends there. If the token does not permit an examination, the
   * examination is left out and reported as such.
   */
  @Override
  public List<Finding> examine(Terminal terminal, boolean claims) {
    Findings found = new Findings(Finding.Group.SERVER);
    if (!found.attempt("reached", () -> examineReadiness(found))) {
      return found.all();
    }
    List<Description> generators = new ArrayList<>();
    boolean unused = found.attempt("token", () -> {
      generators.addAll(generators());
      found.ok("token", "may read");
    });
    Findings ofStore = found.of(Finding.Group.STORE);
    if (found.attempt("store", () -> ofStore.ok("store", get("/v1/store").text("url")))) {
      try (Mintmark lines = StoreOpener.mint(server.storeUrl())) {
        Doctor doctor = new Doctor(MintmarkAccess.storeOf(lines), terminal, ofStore);
        doctor.examine(generators);
        if (claims && found.attempt("claims", this::tryClaim)) {
          doctor.claim(Doctor.FEW_CLAIMS);
        }
      }
    }
    return found.all();
  }

  private void examineReadiness(Findings found) {
    JsonObject answer = read(reply("GET", "/health/ready", "")); // The status may be any.
    boolean isReady = answer.text("status").equals("ready");
    found.add(
        "ready",
        Severity.FAIL.when(!isReady),
        isReady ? "yes" : "no",
        isReady ? "" : answer.text("detail"));
  }

  /** Claims a position from which no id is made. */
  private void tryClaim() {
    JsonObject unused =
        call("POST", "/v1/lines/" + encoded(StoreLines.DOCTOR) + "/claim?at-least=0&count=1", "");
  }

  @Override
  public void close() {}

  private JsonObject get(String path) {
    return call("GET", path, "");
  }

  private JsonObject call(String method, String path, String body) {
    Reply reply = reply(method, path, body);
    JsonObject answer = read(reply);
    if (reply.status() != HttpURLConnection.HTTP_OK) {
      throw refused(reply.status(), answer);
    }
    return answer;
  }

  private JsonObject read(Reply reply) {
    return JsonObject.parse(
        reply.text(),
        wrong -> new MintmarkException(Message.of(
            "this is not the answer of a Mintmark server: server={}, status={}, answer='{}'",
            url,
            reply.status(),
            shown(reply.text()))));
  }

  /**
   * A server's reply.
   *
   * @param status the HTTP status
   * @param text the whole body
   */
  private record Reply(int status, String text) {}

  /**
   * Sends a request. Repeats it if the token was refused and has been replaced meanwhile. That is
   * safe, because a refused request has changed nothing.
   */
  private Reply reply(String method, String path, String body) {
    Optional<String> shown = credentials.authorization();
    Reply reply = send(method, path, body);
    boolean again =
        reply.status() == HttpURLConnection.HTTP_UNAUTHORIZED && credentials.renewed(shown);
    return again ? send(method, path, body) : reply;
  }

  private Reply send(String method, String path, String body) {
    try {
      HttpURLConnection connection = connect(path);
      connection.setRequestMethod(method);
      connection.setRequestProperty("Accept", JSON);
      if (!body.isEmpty()) {
        connection.setRequestProperty("Content-Type", JSON);
        connection.setDoOutput(true);
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      }
      int status = connection.getResponseCode();
      if (status < 0) {
        throw new ProtocolException("no status");
      }
      boolean ok = status < HttpURLConnection.HTTP_BAD_REQUEST;
      try (@Nullable
          InputStream in = ok ? connection.getInputStream() : connection.getErrorStream()) {
        byte[] answer = in == null ? new byte[0] : in.readAllBytes();
        return new Reply(status, new String(answer, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the server does not answer: server={}, reason={}", url, ConnectionFault.of(e)),
          e);
    }
  }

  private HttpURLConnection connect(String path) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(url + path).toURL().openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection https) {
      credentials.tls().ifPresent(tls -> https.setSSLSocketFactory(tls.getSocketFactory()));
    }
    connection.setInstanceFollowRedirects(false); // A token is only for the named server.
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    credentials
        .authorization()
        .ifPresent(shown -> connection.setRequestProperty("Authorization", shown));
    return connection;
  }

  /** Returns the start of an answer's first line, without characters that a terminal would obey. */
  private static String shown(String answer) {
    String line = answer.strip().lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    return line.substring(0, Math.min(line.length(), MAX_SHOWN));
  }

  /** Makes an exception from the server's problem, with advice for callers without access. */
  private ProblemException refused(int status, JsonObject problem) {
    String told = problem.text("detail") + " (server " + url + ")";
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
        new ProblemException(
            Problem.Kind.UNAUTHENTICATED,
            told + "; a token's file is named by --token-file, or by " + AccessOptions.TOKEN_FILE
                + " in the environment, a certificate to show by --certificate and --key");
      case HttpURLConnection.HTTP_FORBIDDEN -> new ProblemException(Problem.Kind.FORBIDDEN, told);
      default -> new ProblemException(Problem.Kind.INTERNAL, told);
    };
  }

  /** Encodes a name as one segment of a path. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
