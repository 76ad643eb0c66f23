package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdRange;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.remote.ConnectionFault;
import io.mintmark.store.remote.Credentials;
import io.mintmark.time.ElapsedClock;
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
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * A server, asked over HTTP. Of the JDK's clients this is the one that starts fastest; it keeps its
 * connection between requests.
 */
final class ServerSource implements Source {

  private static final String JSON = "application/json";
  private static final String NO_SUCH_PATH = "urn:mintmark:problem:not-found";
  private static final int TIMEOUT_MS = (int) Duration.ofSeconds(10).toMillis();

  private final ServedBy server;
  private final String url;
  private final Credentials credentials;

  /** Where metrics are if the port of HTTP does not have them. */
  private OptionalInt adminPort = OptionalInt.empty();

  /** Opened when somebody wants to look at lines. */
  private @Nullable Mintmark lines;

  ServerSource(ServedBy server) {
    this.server = server;
    this.url = server.url();
    this.credentials = server.access().credentials();
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
      path.append("&var=").append(encoded(pairs));
    }
    return ask("POST", path.toString(), "text/plain", "").lines().toList();
  }

  @Override
  public List<Description> generators() {
    return object("GET", "/v1/generators").objects("generators").stream()
        .map(JsonShapes::toDescription)
        .toList();
  }

  /** Reads an id in every way that fits, likeliest first, as the server knows them. */
  List<Reading> inspect(String id) {
    return object("GET", "/v1/inspect/" + encoded(id)).objects("readings").stream()
        .map(JsonShapes::toReading)
        .toList();
  }

  /** Says what keys that the server has mean. */
  KeyAnalysis explain(String name, boolean skew) {
    String body = Json.object(json -> json.put("name", name).put("skew", skew));
    return JsonShapes.toAnalysis(read(ask("POST", "/v1/explain", JSON, body)));
  }

  /** The ids of a span of time, of a kind or a generator that the server knows. */
  IdRange range(String kind, Instant from, Instant to) {
    JsonObject range =
        object("GET", "/v1/range?kind=" + encoded(kind) + "&from=" + from + "&to=" + to);
    return new IdRange(range.text("from"), range.text("to"));
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
  public boolean lower(String line, long expected, long next) {
    String path = "/v1/lines/" + encoded(line) + "/lower?expected=" + expected + "&next=" + next
        + "&accept-repeats=true";
    return object("POST", path).flag("moved");
  }

  /** Its lines as a store; closed with this. */
  ClaimStore store() {
    Mintmark open = lines;
    if (open == null) {
      open = StoreOpener.mint(server.storeUrl());
      lines = open;
    }
    return open.store();
  }

  /** The URL of the store that it has, without secrets. */
  String storeUrl() {
    return object("GET", "/v1/store").text("url");
  }

  /** Claims a position that nothing is made from. */
  void tryClaim() {
    JsonObject unused =
        object("POST", "/v1/lines/" + encoded(StoreLines.DOCTOR) + "/claim?at-least=0&count=1");
  }

  /** Whether it is ready, and if not, why not; it may say so with any status. */
  JsonObject readiness() {
    return read(reply("GET", "/health/ready", JSON, "").text());
  }

  /** The configuration that it has in force. */
  JsonObject configuration() {
    return object("GET", "/v1/configuration");
  }

  /** Says which port to ask for what the port of HTTP does not answer. */
  void adminAt(int port) {
    adminPort = OptionalInt.of(port);
  }

  /** What it counts and measures. */
  List<MetricSample> samples() {
    try {
      return MetricSample.read(ask("GET", "/metrics", "text/plain", ""));
    } catch (ServerRefusedException e) {
      if (!e.isElsewhere() || adminPort.isEmpty()) {
        throw e;
      }
    }
    try (ServerSource admin = new ServerSource(server.atPort(adminPort.getAsInt()))) {
      return admin.samples();
    }
  }

  /** What it proves who it is by, its own certificate first; nothing over plain HTTP. */
  List<X509Certificate> certificates() {
    try {
      HttpURLConnection connection = connect("/health/live");
      connection.connect();
      List<X509Certificate> chain = new ArrayList<>();
      if (connection instanceof HttpsURLConnection https) {
        for (Certificate each : https.getServerCertificates()) {
          chain.add((X509Certificate) each);
        }
      }
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
  public List<Finding> examine(InstantSource clock, ElapsedClock elapsed, boolean claims)
      throws InterruptedException {
    return new ServerDoctor(this, clock, elapsed).examine(claims);
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
   * The answer of a server.
   *
   * @param status HTTP's
   * @param text all of it
   */
  private record Reply(int status, String text) {}

  private String ask(String method, String path, String mediaType, String body) {
    Reply reply = reply(method, path, mediaType, body);
    if (reply.status() != HttpURLConnection.HTTP_OK) {
      throw refused(reply, path);
    }
    return reply.text();
  }

  /** A refused token may have been replaced meanwhile; a refused request has done nothing yet. */
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
    connection.setInstanceFollowRedirects(false); // A token is for the server that was named.
    connection.setConnectTimeout(TIMEOUT_MS);
    connection.setReadTimeout(TIMEOUT_MS);
    credentials
        .authorization()
        .ifPresent(shown -> connection.setRequestProperty("Authorization", shown));
    return connection;
  }

  private static String text(HttpURLConnection connection, int status) throws IOException {
    boolean failed = status >= HttpURLConnection.HTTP_BAD_REQUEST;
    try (@Nullable
        InputStream in = failed ? connection.getErrorStream() : connection.getInputStream()) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The problem that the server told, with what helps those who were not let in. */
  private ServerRefusedException refused(Reply reply, String path) {
    JsonObject problem;
    try {
      problem = read(reply.text());
    } catch (MintmarkException e) {
      return new ServerRefusedException(
          reply.status(),
          Message.of(
              "what answers there is no Mintmark server: server={}, status={}",
              url,
              reply.status()));
    }
    String told = problem.text("detail") + " (server " + url + ")";
    if (reply.status() == HttpURLConnection.HTTP_UNAUTHORIZED) {
      told += "; a token's file is named by --token-file, or by " + AccessOptions.TOKEN_FILE
          + " in the environment, a certificate to show by --certificate and --key";
    } else if (problem.text("type").equals(NO_SUCH_PATH)) {
      told += "; the server has it on a port of its own, which doctor's --admin-port names, or is"
          + " older than this command: path=" + path;
    }
    return new ServerRefusedException(reply.status(), told);
  }

  /** A name as one segment of a path. */
  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
