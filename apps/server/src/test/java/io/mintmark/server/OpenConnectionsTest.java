package io.mintmark.server;

import static io.mintmark.server.Web.assertProblem;
import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An administrator sees the open connections and ends some. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenConnectionsTest {

  private static final int RESP_CLIENTS = 2;

  @TempDir
  private Path directory;

  private AuditedServer audited;
  private RespClient shop;
  private RespClient operator;

  @BeforeEach
  void start() throws IOException {
    TokensFixture tokens = new TokensFixture(directory.resolve("tokens.yaml"))
        .with("shop", "scopes: [next]")
        .with("operator", "scopes: [operate]");
    audited = new AuditedServer(
        directory,
        tokens,
        more -> more.set(ServerSettings.RESP_MAX_CONNECTIONS, Integer.toString(RESP_CLIENTS)));
    shop = audited.client("shop");
    operator = audited.client("operator");
  }

  @AfterEach
  void stop() throws IOException {
    shop.close();
    operator.close();
    audited.close();
  }

  private static void assertEnded(RespClient client) throws IOException {
    assertThat(client.isAtEnd()).isTrue();
  }

  private Object of(String token) {
    return list(Web.json(audited.send("operator", "GET", "/v1/connections")), "connections")
        .stream()
        .filter(each ->
            field(each, "token").equals(token) && field(each, "protocol").equals("resp"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void clientList_ofBothProtocols_saysWhoIsThere() throws IOException {
    assertThat(shop.call("CLIENT", "SETNAME", "till-7")).isEqualTo("+OK");
    assertThat(audited.send("operator", "GET", "/v1/connections").statusCode()).isEqualTo(200);

    assertThat(operator.call("CLIENT", "LIST").toString().lines())
        .anyMatch(line -> line.matches("id=1 addr=127\\.0\\.0\\.1:\\d+ laddr=127\\.0\\.0\\.1:"
            + audited.server().resp().getPort()
            + " name=till-7 age=\\d+ idle=\\d+ flags=N db=0 resp=2 .* user=shop"))
        .anyMatch(
            line -> line.contains("laddr=127.0.0.1:" + audited.server().http().getPort())
                && line.endsWith("user=operator"));
    assertThat(operator.call("CLIENT", "LIST", "ID", "1", "99").toString().lines())
        .hasSize(1);
  }

  @Test
  void connections_overHttp_haveWhatIsKnownAndPages() {
    List<?> all = list(Web.json(audited.send("operator", "GET", "/v1/connections")), "connections");

    assertThat(all).hasSizeGreaterThanOrEqualTo(3);
    assertThat(of("shop"))
        .asString()
        .contains("id=1, protocol=resp, from=127.0.0.1:", "token=shop, name=, ageSeconds=");
    assertThat(list(
            Web.json(audited.send("operator", "GET", "/v1/connections?after=1&limit=1")),
            "connections"))
        .singleElement()
        .satisfies(each -> assertThat(field(each, "id")).isEqualTo("2"));
  }

  @Test
  void delete_ofAConnection_endsItAndIsRecorded() throws IOException {
    HttpResponse<String> ended = audited.send("operator", "DELETE", "/v1/connections/1");

    assertThat(Web.json(ended).get("token")).isEqualTo("shop");
    assertEnded(shop);
    assertProblem(audited.send("operator", "DELETE", "/v1/connections/1"), 404, "not-found");
    assertThat(operator.call("PING")).isEqualTo("+PONG");
    assertThat(audited.audit())
        .singleElement()
        .asString()
        .contains("\"token\":\"operator\"")
        .contains("\"act\":\"end-connection\"")
        .contains("\"what\":\"id=1, token=shop\",\"result\":\"ok\"");
  }

  @Test
  void delete_ofItsOwnConnection_isAnsweredFirst() throws IOException {
    String token = "\r\nAuthorization: Bearer " + TokensFixture.text("operator") + "\r\n\r\n";
    try (RawHttp own = new RawHttp(audited.server())) {
      own.send("DELETE /v1/connections/3 HTTP/1.1\r\nHost: localhost" + token);

      assertThat(own.header()).startsWith("HTTP/1.1 200").containsIgnoringCase("connection: close");
    }
  }

  @ParameterizedTest
  @CsvSource({"ID,1", "USER,shop", "user,shop"})
  void clientKill_byAFilter_endsThoseAndNotItself(String filter, String value) throws IOException {
    assertThat(operator.call("CLIENT", "KILL", filter, value)).isEqualTo(1L);

    assertEnded(shop);
    assertThat(operator.call("CLIENT", "KILL", filter, value)).isEqualTo(0L);
  }

  @Test
  void clientKill_byAnAddress_endsItOrSaysThatThereIsNone() throws IOException {
    String address = field(of("shop"), "from").toString();

    assertThat(operator.call("CLIENT", "KILL", address)).isEqualTo("+OK");
    assertEnded(shop);
    assertThat(operator.call("CLIENT", "KILL", address)).isEqualTo("-ERR No such client");
    assertThat(operator.call("CLIENT", "KILL", "ADDR", address)).isEqualTo(0L);
  }

  @Test
  void clientKill_ofItself_isAnsweredFirst() throws IOException {
    assertThat(operator.call("CLIENT", "KILL", "ID", "2")).isEqualTo(0L);
    assertThat(operator.call("CLIENT", "KILL", "ID", "2", "SKIPME", "no")).isEqualTo(1L);
    assertEnded(operator);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "KILL",
        "KILL ID",
        "KILL ID x",
        "KILL ID 9223372036854775808",
        "KILL ID 1 USER",
        "KILL MAXAGE 1",
        "KILL SKIPME maybe",
        "KILL Ü ü",
        "KILL nobody",
        "LIST ID",
        "LIST ID -",
        "LIST TYPE normal"
      })
  void client_wrongArguments_areRefusedAndEndNothing(String words) throws IOException {
    assertThat(operator.call(("CLIENT " + words).split(" ")).toString()).startsWith("-ERR");

    assertThat(shop.call("INCR", "a")).isEqualTo(1L);
  }

  @ParameterizedTest
  @CsvSource({"GET,?limit=0", "GET,?limit=10001", "GET,?after=x", "DELETE,/x", "DELETE,/%20"})
  void http_wrongArguments_areRefused(String method, String rest) {
    assertProblem(
        audited.send("operator", method, "/v1/connections" + rest), 400, "invalid-argument");
  }

  @Test
  void tokens_withoutTheScope_seeAndEndNothing() throws IOException {
    assertThat(shop.call("CLIENT", "LIST"))
        .isEqualTo("-NOPERM the token lacks the scope operate: token=shop; nothing was done");
    assertThat(shop.call("CLIENT", "KILL", "ID", "2").toString()).startsWith("-NOPERM");
    assertProblem(audited.send("shop", "DELETE", "/v1/connections/2"), 403, "forbidden");

    assertThat(operator.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void clients_asManyAsTheProtocolMayHave_leaveTheOtherAndAdministratorsRoom() throws IOException {
    try (RespClient more = audited.client("operator");
        RespClient refused = audited.client("shop")) {
      assertThat(more.call("CLIENT", "LIST").toString().lines()).hasSizeGreaterThanOrEqualTo(4);
      assertThat(refused.call("INCR", "a").toString())
          .startsWith("-ERR too many clients are connected: resp-max-connections=2");
      assertEnded(refused);
      assertThat(audited.send("shop", "POST", "/v1/generators/objectid/next").statusCode())
          .isEqualTo(200);

      assertThat(more.call("CLIENT", "KILL", "USER", "shop")).isNotEqualTo(0L);
      assertEnded(shop);
    }
  }
}
