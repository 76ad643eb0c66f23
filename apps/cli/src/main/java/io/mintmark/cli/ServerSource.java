package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdRange;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import io.mintmark.store.remote.ConnectionFault;
import io.mintmark.store.remote.Credentials;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * A server as a source, over HTTP. Uses the client of the JDK that starts fastest, and keeps the
 * connection between requests.
 */
final class ServerSource implements Source {

  private static final String JSON = "application/json";
  private static final String NO_SUCH_PATH = "urn:mintmark:problem:not-found";
  /** How many characters of a reply are shown if it is not from a Mintmark server. */
  private static final int MAX_SHOWN = 100;

  private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

  private final ServedBy server;
  private final String url;
  private final Credentials credentials;

  /** Opened on first use. */
  private @Nullable Mintmark lines;

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
    return ask("POST", path, "text/plain", "").lines().toList();
  }

  @Override
  public List<Description> generators() {
    return object("GET", "/v1/generators").objects("generators").stream()
        .map(JsonShapes::toDescription)
        .toList();
  }

  /**
   * Returns all readings that fit an id, the likeliest first. The server knows its layouts and
   * keys.
   */
  List<Reading> inspect(String id) {
    return object("GET", "/v1/inspect/" + encoded(id)).objects("readings").stream()
        .map(JsonShapes::toReading)
        .toList();
  }

  /** Explains keys of the server. */
  KeyAnalysis explain(String name) {
    String body = Json.object(json -> json.put("name", name));
    return JsonShapes.toAnalysis(read(ask("POST", "/v1/explain", JSON, body)));
  }

  /** Returns the range of ids of a time span, for a kind or for a generator of the server. */
  IdRange range(String kind, Instant from, Instant to) {
    JsonObject range =
        object("GET", "/v1/range?kind=" + encoded(kind) + "&from=" + from + "&to=" + to);
    return new IdRange(range.text("from"), range.text("to"));
  }

  /** Returns the server's lines as a store, which is closed with this source. */
  LineStore store() {
    Mintmark open = lines;
    if (open == null) {
      open = StoreOpener.mint(server.storeUrl());
      lines = open;
    }
    return MintmarkAccess.storeOf(open);
  }

  /** Returns the URL of the server's store, without secrets. */
  String storeUrl() {
    return object("GET", "/v1/store").text("url");
  }

  /** Claims a position from which no id is made. */
  void tryClaim() {
    JsonObject unused =
        object("POST", "/v1/lines/" + encoded(StoreLines.DOCTOR) + "/claim?at-least=0&count=1");
  }

  /**
   * Returns whether the server is ready, and the reason if it is not. The reply may have any
   * status.
   */
  JsonObject readiness() {
    return read(reply("GET", "/health/ready", JSON, "").text());
  }

  /** Returns the certificates of the server, its own first; none over plain HTTP. */
  List<X509Certificate> certificates() {
    try {
      HttpURLConnection connection = connect("/health/live");
      connection.connect();
      List<X509Certificate> chain = connection instanceof HttpsURLConnection https
          ? Stream.of(https.getServerCertificates())
              .map(X509Certificate.class::cast)
              .toList()
          : List.of();
      connection.disconnect();
      return chain;
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  Optional<Path> tokenFile() {
    return server.access().tokenFile();
  }

  boolean isOnThisMachine() {
    try {
      return InetAddress.getByName(URI.create(url).getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public String where() {
    return "server " + url;
  }

  @Override
  public List<Finding> examine(Terminal terminal, boolean claims) {
    Findings found = new Findings(Finding.Group.SERVER);
    return new ServerDoctor(this, terminal.clock(), terminal.elapsed(), found).examine(claims);
  }

  @Override
  public void close() {
    if (lines != null) {
      lines.close();
    }
  }

  private static JsonObject read(String answer) {
    return JsonObject.parse(
        answer, wrong -> new MintmarkException("the server's answer is wrong: " + wrong));
  }

  private JsonObject object(String method, String path) {
    return read(ask(method, path, JSON, ""));
  }

  /**
   * A server's reply.
   *
   * @param status the HTTP status
   * @param text the whole body
   */
  private record Reply(int status, String text) {}

  private String ask(String method, String path, String mediaType, String body) {
    Reply reply = reply(method, path, mediaType, body);
    if (reply.status() != HttpURLConnection.HTTP_OK) {
      throw refused(reply, path);
    }
    return reply.text();
  }

  /**
   * Sends a request. Repeats it if the token was refused and has been replaced meanwhile. That is
   * safe, because a refused request has changed nothing.
   */
  private Reply reply(String method, String path, String mediaType, String body) {
    Optional<String> shown = credentials.authorization();
    Reply reply = send(method, path, mediaType, body);
    boolean again =
        reply.status() == HttpURLConnection.HTTP_UNAUTHORIZED && credentials.renewed(shown);
    return again ? send(method, path, mediaType, body) : reply;
  }

  private Reply send(String method, String path, String mediaType, String body) {
    try {
      HttpURLConnection connection = connect(path);
      connection.setRequestMethod(method);
      connection.setRequestProperty("Accept", mediaType);
      if (!body.isEmpty()) {
        connection.setRequestProperty("Content-Type", JSON);
        connection.setDoOutput(true);
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      }
      int status = connection.getResponseCode();
      if (status < 0) {
        throw new ProtocolException("no status");
      }
      return new Reply(status, text(connection, status));
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private StoreUnavailableException unavailable(IOException e) {
    return new StoreUnavailableException(
        Message.of("the server does not answer: server={}, reason={}", url, ConnectionFault.of(e)),
        e);
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

  private static String text(HttpURLConnection connection, int status) throws IOException {
    boolean ok = status < HttpURLConnection.HTTP_BAD_REQUEST;
    try (@Nullable
        InputStream in = ok ? connection.getInputStream() : connection.getErrorStream()) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the start of an answer's first line, without characters that a terminal would obey. */
  private static String shown(String answer) {
    String line = answer.strip().lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    return line.substring(0, Math.min(line.length(), MAX_SHOWN));
  }

  /** Makes an exception from the server's problem, with advice for callers without access. */
  private ProblemException refused(Reply reply, String path) {
    Problem.Kind kind = reply.status() == HttpURLConnection.HTTP_FORBIDDEN
        ? Problem.Kind.FORBIDDEN
        : reply.status() < HttpURLConnection.HTTP_INTERNAL_ERROR
            ? Problem.Kind.INVALID_ARGUMENT
            : Problem.Kind.INTERNAL;
    JsonObject problem;
    try {
      problem = read(reply.text());
    } catch (MintmarkException e) {
      return new ProblemException(
          kind,
          Message.of(
              "this is not the answer of a Mintmark server: server={}, status={}, answer='{}'",
              url,
              reply.status(),
              shown(reply.text())));
    }
    String told = problem.text("detail") + " (server " + url + ")";
    if (reply.status() == HttpURLConnection.HTTP_UNAUTHORIZED) {
      told += "; a token's file is named by --token-file, or by " + AccessOptions.TOKEN_FILE
          + " in the environment, a certificate to show by --certificate and --key";
    } else if (problem.text("type").equals(NO_SUCH_PATH)) {
      told += "; the server is older than this command: path=" + path;
    }
    return new ProblemException(kind, told);
  }

  /** Encodes a name as one segment of a path. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
