package io.mintmark.store.remote;

import static io.mintmark.store.remote.ScriptedServer.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@Tag("long")
class RemoteStoreTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String FIVE = answer(200, "{\"answers\":[{\"start\":\"5\"}]}");

  private static RemoteStore open(ScriptedServer server) {
    return RemoteStore.builder().url(server.url()).timeout(TIMEOUT).open();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mintmark: | not a URL of the form mintmark://HOST[:PORT]",
        "mintmark:h:1 | not a URL of the form mintmark://HOST[:PORT]",
        "mintmark:// | not a host: host=''",
        "mintmark://:7600 | not a host: host=':7600'",
        "mintmark://h:port | not a host: host='h:port'",
        "mintmark://h:0 | no such port: port=0",
        "mintmark://h:65536 | no such port: port=65536",
        "mintmark://h:1,,g:1 | not a host: host=''",
        "mintmark://h:1,h:1 | a server is named twice: servers=2",
        "mintmark://h,h:7600 | a server is named twice: servers=2",
        "mintmark://h:1/path | this URL cannot have a path: path='/path'",
        "mintmark://h_1:1 | not a host: host='h_1'",
        "mintmark://münchen:1 | not a host: host='münchen:1'",
        "mintmark://h:1?prefix=a | no such parameter: 'prefix'; known are",
        "mintmark://h:1?strict=maybe | neither true nor false: strict='maybe'",
        "mintmark://h:1?strict= | the parameter has no value: strict=''",
        "mintmark://h:1#a | the URL of a store names a counter: '#a'",
        "mintmark://h:1?tls=yes | neither true nor false: tls='yes'",
        "mintmark://h:1?ca=/none | authorities need TLS: tls=false, ca=/none",
        "mintmark://h:1?tls=true&ca=/none | file cannot be read: ca='/none'",
        "mintmark://h:1?tls=true&ca=pom.xml | the file has no certificates of authorities, as PEM",
        "mintmark://h:1?tls=true&ca=/dev/null | the file has no certificates of authorities",
        "mintmark://h:1?token-file=pom.xml | the file does not have one token of visible",
        "mintmark://h:1?token-file=/none | file cannot be read: token-file='/none'",
        "mintmark://me:sesame@h:1 | use a token instead of a user"
      })
  void open_badUrl_failsWithReason(String url, String reason) {
    assertThatThrownBy(() -> RemoteStore.builder().url(url).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("sesame");
  }

  @Test
  void open_longUrlManyHostsOrZeroTimeout_throws() {
    String hosts = "mintmark://h" + ",h".repeat(50);
    assertThatThrownBy(() -> RemoteStore.builder().url(hosts).open())
        .hasMessageContaining("too many servers: servers=51 > 50");
    String huge = "mintmark://" + "h".repeat(100_000);
    assertThatThrownBy(() -> RemoteStore.builder().url(huge).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("length=100011")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    assertThatThrownBy(() -> RemoteStore.builder().timeout(Duration.ZERO).open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("timeout=PT0S");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mintmark://[::1]:7600", "mintmark://a.example", "mintmark://h-1:1,10.0.0.1:2"})
  void parse_goodUrl_namesTheHostsInOrder(String url) {
    ServerList servers = ServerList.of(ServerList.parse(url));

    assertThat(String.join(",", servers.hosts()).replace("http://", ""))
        .isEqualTo(url.replace("mintmark://", "").replaceFirst("example$", "example:7600"));
  }

  @Test
  void open_byUrl_hasTheDurabilityOfTheServersStore() {
    try (ScriptedServer server =
            new ScriptedServer().saysOfItsStore(answer(200, ScriptedServer.RISKY));
        Mintmark mint = Mintmark.open(server.url())) {
      assertThat(MintmarkAccess.storeOf(mint)).isInstanceOf(RemoteStore.class);
      assertThat(MintmarkAccess.storeOf(mint).canLoseAcknowledgedWrites()).isTrue();
      assertThat(MintmarkAccess.storeOf(mint).durability().settings())
          .containsExactly(new Durability.Setting("sync", "off", "the last second"));
      assertThatThrownBy(() -> Mintmark.open(server.url() + "?strict=true"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("sync=off: the last second");
    }
  }

  @Test
  void open_noServer_failsInTime() {
    String url = "mintmark://127.0.0.1:" + EngineProcess.freePort();

    assertThatThrownBy(() -> RemoteStore.builder().url(url).timeout(SHORT).open())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining(url.replace("mintmark", "http"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"identity\":\"-1\",\"canLoseAcknowledgedWrites\":true,\"durability\":[]}",
        "{\"identity\":\"1\",\"canLoseAcknowledgedWrites\":\"no\",\"durability\":[]}",
        "{\"identity\":\"1\",\"canLoseAcknowledgedWrites\":true,\"durability\":[1]}",
        "{\"identity\":\"1\",\"canLoseAcknowledgedWrites\":true}"
      })
  void open_otherServer_throws(String body) {
    try (ScriptedServer server = new ScriptedServer().saysOfItsStore(answer(200, body))) {
      assertThatThrownBy(() -> open(server))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("the answer is not a Mintmark server's");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense\r\n\r\n",
        "HTTP/1.1 200 X\r\n",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 900\r\n\r\n{\"answers\":[{\"st",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 4\r\n\r\n{\"an",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 4\r\n\r\nnull",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 200 X\r\nconnection: close\r\ncontent-length: 3\r\n\r\n{}}",
        "HTTP/1.1 200 X\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 500 X\r\nconnection: close\r\ncontent-length: 6\r\n\r\n<html>",
        "HTTP/1.1 404 X\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 302 X\r\nconnection: close\r\nlocation: /v1/lines\r\ncontent-length: 0\r\n\r\n"
      })
  void claim_replyCutOrMissing_isBurnedAndTheNextSucceeds(String bytes) {
    assertBurned(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"answers\":[]}",
        "{\"answers\":[{\"start\":\"1\"},{\"start\":\"2\"}]}",
        "{\"answers\":[[]]}",
        "{\"answers\":[{}]}",
        "{\"answers\":[{\"start\":\"\"}]}",
        "{\"answers\":[{\"start\":\"-1\"}]}",
        "{\"answers\":[{\"start\":\"2\"}]}",
        "{\"answers\":[{\"start\":\"9223372036854775807\"}]}",
        "{\"answers\":[{\"start\":\"9223372036854775808\"}]}",
        "{\"answers\":[{\"start\":\"5e3\"}]}",
        "{\"answers\":[{\"start\":null}]}",
        "{\"answers\":[{\"moved\":true}]}",
        "{\"answers\":[{\"type\":\"urn:mintmark:problem:exhausted\",\"detail\":\"d\"}]}",
        "{\"answers\":[{\"type\":\"urn:mintmark:problem:exhausted\",\"detail\":\"d\","
            + "\"next\":\"3\"}]}",
        "{\"answers\":[{\"type\":\"urn:mintmark:problem:closing\",\"detail\":\"d\"}]}",
        "{\"answers\":{\"start\":\"5\"}}",
        "{\"answers\":[{\"start\":\"5\"}]} {}"
      })
  void claim_unexpectedReply_isBurnedAndTheNextSucceeds(String body) {
    assertBurned(answer(200, body));
  }

  @Test
  void claim_hugeOrDeepReply_isBurned() {
    assertBurned("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n" + "100000\r\n"
        + " ".repeat(1 << 20) + "\r\n10\r\n" + " ".repeat(16) + "\r\n~");
    assertBurned(answer(200, "[".repeat(100_000)));
  }

  private static void assertBurned(String bytes) {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store = open(server)) {
      server.says(bytes);
      assertThatThrownBy(() -> store.claim("seq/a", 3, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("line=seq/a");
      assertThat(server.requests()).as("asked once").hasSize(2);

      server.says(FIVE);
      assertThat(store.claim("seq/a", 3, 1)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~",
        "HTTP/1.1 200 X\r\n~",
        "HTTP/1.1 200 X\r\ncontent-length: 30\r\n\r\n~",
        "HTTP/1.1 200 X\r\ncontent-length: 30\r\n\r\n{\"answers\"~"
      })
  void call_noReply_endsInTime(String bytes) {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store =
            RemoteStore.builder().url(server.url()).timeout(SHORT).open()) {
      server.says(bytes);
      for (Runnable call : new Runnable[] {
        () -> store.claim("seq/a", 3, 1),
        () -> store.compareAndSet("seq/a", 3, 4),
        () -> store.position("seq/a"),
        () -> store.lines(""),
        () -> store.now()
      }) {
        assertThatThrownBy(call::run).isInstanceOf(StoreUnavailableException.class);
      }

      server.says(FIVE);
      assertThat(store.claim("seq/a", 3, 1)).isEqualTo(5);
    }
  }

  /** Otherwise each call on such a server would keep a thread and a connection. */
  @Test
  void claim_bodyStalls_closesTheConnection() {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store =
            RemoteStore.builder().url(server.url()).timeout(SHORT).open()) {
      server.says("HTTP/1.1 200 X\r\ncontent-length: 30\r\n\r\n{\"answers\"~");

      assertThatThrownBy(() -> store.claim("seq/a", 3, 1))
          .isInstanceOf(StoreUnavailableException.class);
      server.awaitClosedConnection();
    }
  }

  @Test
  void claim_oneAfterAnother_usesOneConnection() {
    try (ScriptedServer server = new ScriptedServer().says(FIVE);
        RemoteStore store = open(server)) {
      for (int i = 0; i < 300; i++) {
        assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void claim_unauthorizedWithoutAnotherToken_isNotRetried() {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store = open(server)) {
      server.says(answer(401, "{\"type\":\"t\",\"detail\":\"a token is needed\"}"));

      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("status=401, type=t, detail=a token is needed");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void claim_exhausted_throws() {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store = open(server)) {
      server.says(answer(
          200,
          "{\"answers\":[{\"type\":\"urn:mintmark:problem:exhausted\",\"detail\":\"d\","
              + "\"next\":\"9223372036854775800\"}]}"));

      assertThatThrownBy(() -> store.claim("seq/a", 3, 8)).isInstanceOf(ExhaustedException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"lines\":[{\"name\":\"a\",\"next\":\"1\",\"note\":\"\",\"updated\":\"today\"}]}",
        "{\"lines\":[{\"name\":\"a\",\"next\":1.5,\"note\":\"\",\"updated\":\"\"}]}",
        "{\"lines\":[{\"next\":\"1\"}]}",
        "{\"lines\":null,\"time\":\"noon\",\"next\":\"x\"}"
      })
  void read_unexpectedReply_throws(String body) {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store = open(server)) {
      server.says(answer(200, body));

      assertThatThrownBy(() -> store.lines("")).isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> store.position("a")).isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(store::now).isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void call_everyKind_namesTheStoreAndEscapesTheLine() {
    try (ScriptedServer server = new ScriptedServer();
        RemoteStore store = open(server)) {
      server.says(FIVE);
      long unused = store.claim("seq/a:b", 0, 2);
      server.says(answer(200, "{\"next\":\"7\",\"lines\":[],\"time\":null}"));
      assertThat(store.position("seq/a:b")).isEqualTo(7);
      assertThat(store.lines("seq/")).isEmpty();
      assertThat(store.now()).isEmpty();

      String store1 = "store=4611686018427387905 HTTP/1.1";
      assertThat(server.requests())
          .containsExactly(
              "GET /v1/store HTTP/1.1",
              "POST /v1/lines?" + store1
                  + " {\"writes\":[{\"line\":\"seq/a:b\",\"atLeast\":\"0\",\"count\":\"2\"}]}",
              "GET /v1/lines/seq%2Fa%3Ab?" + store1,
              "GET /v1/lines?prefix=seq%2F&after=&limit=10000&" + store1,
              "GET /v1/time?" + store1);
    }
  }

  @Test
  void lines_serverWithoutPages_throwAndAreNotRetried() {
    String line = """
        {"name":"seq/a","next":"7","note":"","updated":"2026-11-21T00:00:00Z"}""";
    try (ScriptedServer server =
            new ScriptedServer().says(answer(200, "{\"lines\":[" + line + "," + line + "]}"));
        RemoteStore store = open(server)) {
      assertThat(store.lines("")).hasSize(2);
      for (LinePage page : List.of(new LinePage("", "", 1), new LinePage("", "seq/a", 9))) {
        assertThatThrownBy(() -> store.lines(page))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("the page of lines does not match the request");
      }
      assertThat(server.requests()).hasSize(4);
    }
  }

  @Test
  void claim_firstServerDown_usesTheSecondAtOnce() {
    try (ScriptedServer second = new ScriptedServer().says(FIVE)) {
      String url =
          "mintmark://127.0.0.1:" + EngineProcess.freePort() + ",127.0.0.1:" + second.port();
      try (LineStore store = new RemoteStoreProvider().open(url, TIMEOUT, TIMEOUT)) {
        assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
        assertThat(second.requests()).hasSize(2);
      }
    }
  }

  @Test
  void claim_firstServerSilent_failsOnceThenUsesTheSecond() {
    try (ScriptedServer first = new ScriptedServer().says("~");
        ScriptedServer second = new ScriptedServer().says(FIVE);
        RemoteStore store = RemoteStore.builder()
            .url(first.url() + ",127.0.0.1:" + second.port())
            .timeout(SHORT)
            .open()) {
      assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("may be burned");
      assertThat(second.requests()).as("a write that may have arrived").isEmpty();
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
    }
  }

  @Test
  void read_firstServersStoreDown_usesTheSecond() {
    String down = "{\"type\":\"urn:mintmark:problem:store-unavailable\",\"detail\":\"d\"}";
    try (ScriptedServer first = new ScriptedServer().says(answer(503, down));
        ScriptedServer second = new ScriptedServer().says(answer(200, "{\"next\":\"7\"}"));
        RemoteStore store = RemoteStore.builder()
            .url(first.url() + ",127.0.0.1:" + second.port())
            .timeout(TIMEOUT)
            .open()) {
      assertThat(store.position("seq/a")).isEqualTo(7);
      second.says(answer(503, down));
      assertThatThrownBy(() -> store.position("seq/a"))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("type=urn:mintmark:problem:store-unavailable, detail=d");
    }
  }

  @Test
  void claim_interrupted_endsAtItsDeadlineAndKeepsTheFlag() throws Exception {
    try (ScriptedServer server = new ScriptedServer().says("~");
        RemoteStore store = RemoteStore.builder()
            .url(server.url())
            .timeout(Duration.ofSeconds(2))
            .open()) {
      FutureTask<Boolean> claim = new FutureTask<>(() -> {
        assertThatThrownBy(() -> store.claim("seq/a", 0, 1))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("no answer in time");
        return Thread.currentThread().isInterrupted();
      });
      Thread caller = new Thread(claim);
      caller.start();
      server.awaitRequests(2);
      caller.interrupt();
      assertThat(claim.get()).isTrue();

      server.says(FIVE);
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      Thread.currentThread().interrupt();
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void close_ownClient_staysOpen() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    try (ScriptedServer server = new ScriptedServer().says(FIVE)) {
      RemoteStore store = RemoteStore.builder()
          .url(server.url())
          .client(client)
          .timeout(TIMEOUT)
          .open();
      assertThat(store.claim("seq/a", 0, 1)).isEqualTo(5);
      store.close();
      store.close();

      assertThatThrownBy(() -> store.claim("seq/a", 0, 1)).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> store.position("seq/a")).isInstanceOf(ClosedException.class);
      URI uri = URI.create("http://127.0.0.1:" + server.port() + "/v1/store");
      assertThat(client
              .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
              .body())
          .isEqualTo(ScriptedServer.STORE);
    }
  }
}
