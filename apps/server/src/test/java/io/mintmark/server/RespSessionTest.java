package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the commands that clients send besides counting. */
class RespSessionTest {

  @RegisterExtension
  private final MemoryServer server = MemoryServer.standard();

  private RespClient client;

  @BeforeEach
  void connect() throws IOException {
    client = server.client();
  }

  @Test
  void greeting_ofUsualClients_isAnswered() throws IOException {
    assertThat(client.call("PING")).isEqualTo("+PONG");
    assertThat(client.call("PING", "hé\r\n")).isEqualTo("hé\r\n");
    assertThat(client.call("ECHO", "")).isEqualTo("");
    assertThat(client.call("SELECT", "0")).isEqualTo("+OK");
    assertThat(client.call("SELECT", "1")).isEqualTo("+OK");
    assertThat(client.call("SELECT", "2").toString())
        .startsWith("-ERR no such database: use 0, or 1");
    assertThat(client.call("QUIT")).isEqualTo("+OK");
  }

  @Test
  void client_setName_isKeptForTheConnection() throws IOException {
    assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("nil");
    assertThat(client.call("CLIENT", "SETNAME", "me")).isEqualTo("+OK");
    assertThat(client.call("CLIENT", "SETNAME", "not me")).asString().startsWith("-ERR");
    assertThat(client.call("CLIENT", "SETNAME", "x".repeat(129))).asString().startsWith("-ERR");
    assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("me");
    assertThat(client.call("CLIENT", "SETINFO", "lib-name", "x")).isEqualTo("+OK");
    assertThat(client.call("CLIENT", "ID")).isEqualTo(1L);
    assertThat(client.call("CLIENT", "INFO").toString())
        .matches("id=1 addr=127.0.0.1:\\d+ laddr=127.0.0.1:\\d+ name=me age=\\d+ idle=0 flags=N"
            + " db=0 resp=2( [a-z-]+=-?\\d+)+ user=anyone\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACKING", "LIST", "KILL"})
  void client_unknownSubcommand_isRefused(String subcommand) throws IOException {
    assertThat(client.call("CLIENT", subcommand, "ID", "1"))
        .asString()
        .startsWith("-ERR unknown subcommand '" + subcommand + "'");
  }

  /** The fields that redis-py 4.3 and 5 read as numbers. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "id",
        "age",
        "idle",
        "db",
        "sub",
        "psub",
        "multi",
        "qbuf",
        "qbuf-free",
        "obl",
        "argv-mem",
        "oll",
        "omem",
        "tot-mem"
      })
  void clientInfo_numericField_isANumber(String field) throws IOException {
    assertThat(client.call("CLIENT", "INFO").toString())
        .containsPattern("(^| )" + field + "=-?[0-9]+ ");
  }

  @ParameterizedTest
  @CsvSource({
    "CLIENT SETINFO lib-name, -ERR wrong number of arguments",
    "CLIENT SETINFO LIB-VER 1.0, +OK",
    "COMMAND LIST, -ERR unknown subcommand of COMMAND: use DOCS or INFO"
  })
  void command_withArgumentsOfRedis_isAnsweredAsRedisDoes(String command, String answer)
      throws IOException {
    assertThat(client.call(command.split(" ", -1)).toString()).startsWith(answer);
  }

  @Test
  void hello_3_switchesToVersion3UntilReset() throws IOException {
    assertThat(client.call("HELLO", "3", "SETNAME", "you"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("server", "mintmark")
        .containsEntry("proto", 3L)
        .containsEntry("role", "master");
    assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("you");
    assertThat(client.call("CONFIG", "GET", "save")).isEqualTo(Map.of("save", ""));
    client.send(RespClient.command("GET", "auto"));
    assertThat(client.line()).isEqualTo("_");

    assertThat(client.call("RESET")).isEqualTo("+RESET");
    client.send(RespClient.command("GET", "auto"));
    assertThat(client.line()).isEqualTo("$-1");
    assertThat(client.call("CLIENT", "GETNAME")).isEqualTo("nil");
    assertThat(client.call("HELLO").toString()).contains("proto, 2");
  }

  @ParameterizedTest
  @CsvSource({
    "HELLO 1, -NOPROTO",
    "HELLO 4, -NOPROTO",
    "HELLO three, -NOPROTO",
    "HELLO 3 AUTH default secret, -ERR no password is set here",
    "HELLO 3 SETNAME, -ERR syntax error",
    "HELLO 3 NAME x, -ERR syntax error",
    "AUTH secret, -ERR no password is set here",
    "AUTH default secret, -ERR no password is set here"
  })
  void hello_invalidArguments_isRefusedAndChangesNothing(String command, String answer)
      throws IOException {
    assertThat(client.call(command.split(" ", -1)).toString()).startsWith(answer);
    assertThat(client.call("CLIENT", "INFO").toString()).contains(" name= ", " db=0 resp=2 ");
  }

  @Test
  void command_listsSupportedCommands() throws IOException {
    assertThat(client.call("COMMAND"))
        .asString()
        .startsWith("[[incr, 2, [+write, +fast], 1, 1, 1]");
    assertThat(client.call("COMMAND", "INFO", "incr", "lpush"))
        .isEqualTo(List.of(List.of("incr", 2L, List.of("+write", "+fast"), 1L, 1L, 1L), "nil"));
    assertThat(client.call("COMMAND", "DOCS", "INCRBY", "lpush").toString())
        .startsWith(
            "[incrby, [group, string, since, 1.0.0, summary, INCRBY name n: Makes n numbers");
  }

  @Test
  void command_ofEachListedOne_isKnown() throws IOException {
    for (Object row : (List<?>) client.call("COMMAND")) {
      Object name = ((List<?>) row).get(0);
      assertThat(client.call(name.toString()).toString())
          .as("%s", name)
          .doesNotContain("unknown command");
      if (name.equals("quit")) {
        server.disconnect();
        client = server.client();
      }
    }
  }

  @Test
  void info_withOrWithoutASection_hasAllSections() throws IOException {
    assertThat(client.call("INFO").toString())
        .startsWith("# Server\r\nredis_version:7.0.0\r\nredis_mode:standalone\r\n")
        .contains("\r\n\r\n# Replication\r\nrole:master\r\n");
    assertThat(client.call("INFO", "replication"))
        .asString()
        .contains("# Replication\r\nrole:master\r\nconnected_slaves:0\r\n", "# Cluster");
  }

  @Test
  void config_getAnswersCommonSettingsAndSetIsRefused() throws IOException {
    assertThat(client.call("CONFIG", "GET", "appendonly")).isEqualTo(List.of("appendonly", "yes"));
    assertThat(client.call("CONFIG", "GET", "maxmem*", "SAVE"))
        .isEqualTo(List.of("maxmemory", "0", "maxmemory-policy", "noeviction", "save", ""));
    assertThat(client.call("CONFIG", "GET", "hash-max")).isEqualTo(List.of());
    assertThat(client.call("CONFIG", "SET", "save", "1 1"))
        .asString()
        .startsWith("-ERR unknown subcommand of CONFIG");
    assertThat(client.call("CONFIG", "GET")).asString().startsWith("-ERR wrong number");
  }
}
