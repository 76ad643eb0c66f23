package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.config.Configured;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespTest {

  @RegisterExtension
  private final MemoryServer server = MemoryServer.with("""
      generators:
        ids: {type: objectid}
        tail: {type: sequence, cycle: 0..2}
        tens: {type: sequence, step: 10}
      auto-create:
        "kept:*": {ignore: [DEL, EXPIRE, SET, GETSET]}
        "auto*": {}
      max-auto-created: 3
      """);

  private RespClient client;

  @BeforeEach
  void connect() throws IOException {
    client = server.client();
  }

  @Test
  void incr_newName_countsFromOne() throws IOException {
    assertThat(client.call("INCR", "auto")).isEqualTo(1L);
    assertThat(client.call("incr", "auto")).isEqualTo(2L);
  }

  @Test
  void incr_cycle_startsAgain() throws IOException {
    for (long expected : new long[] {0, 1, 2, 0, 1}) {
      assertThat(client.increment("tail")).isEqualTo(expected);
    }
  }

  @Test
  void incr_nameOutsideThePatterns_isRefused() throws IOException {
    assertThat(client.call("INCR", "other"))
        .isEqualTo("-ERR no generator has this name: name=other");
  }

  @Test
  void incr_generatorOfTexts_isRefusedNamingItsKind() throws IOException {
    assertThat(client.call("INCR", "ids").toString())
        .startsWith("-ERR INCR works for numbers only; use MINT.NEXT: name=ids, kind=objectid");
  }

  @Test
  void incr_moreNamesThanTheBound_areRefusedAndOthersContinue() throws IOException {
    for (String name : List.of("auto1", "auto2", "auto3")) {
      assertThat(client.call("INCR", name)).isEqualTo(1L);
    }

    assertThat(client.call("INCR", "auto4").toString()).contains("max-auto-created=3, name=auto4");
    assertThat(client.call("INCR", "auto3")).isEqualTo(2L);
  }

  @Test
  void incr_nameInvalidForLines_isRefused() throws IOException {
    for (String name : List.of("auto name", "auto/../x")) {
      assertThat(client.call("INCR", name).toString())
          .startsWith("-ERR")
          .contains("text='" + name + "'");
    }
  }

  @Test
  void incrBy_plainSequence_returnsTheLastOfAGaplessRange() throws IOException {
    assertThat(client.call("INCRBY", "auto", "5")).isEqualTo(5L);
    assertThat(client.call("INCRBY", "auto", "1")).isEqualTo(6L);
    assertThat(client.call("GET", "auto")).isEqualTo("6");
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "INCRBY auto ٣",
        "INCRBY auto +3",
        "MINT.NEXT auto COUNT ٣",
        "MINT.NEXT auto COUNT 4294967297",
        "HELLO ٣",
        "INCRBY auto 03",
        "MINT.NEXT auto COUNT 03",
        "HELLO 03"
      })
  void number_notOfPlainDigits_isRefused(String command) throws IOException {
    assertThat(client.call(command.split(" ")).toString()).matches("-(ERR|NOPROTO) .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "10001", "9223372036854775808", "9223372036854775807"})
  void incrBy_countOutOfRange_isRefused(String count) throws IOException {
    assertThat(client.call("INCRBY", "auto", count).toString()).startsWith("-ERR");
    assertThat(client.call("INCR", "auto")).isEqualTo(1L);
  }

  /** All protocols have this bound. Without it, one call could exhaust a sequence. */
  @Test
  void incrBy_maximumCount_succeeds() throws IOException {
    assertThat(client.call("INCRBY", "auto", "10000")).isEqualTo(10_000L);
    assertThat(client.call("INCRBY", "auto", "1099511627776"))
        .isEqualTo("-ERR the count is not 1 to 10000: count=1099511627776; no id issued");
    assertThat(client.call("INCR", "auto")).isEqualTo(10_001L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tail", "tens", "ids"})
  void incrBy_otherThanAPlainSequence_isRefused(String name) throws IOException {
    assertThat(client.call("INCRBY", name, "2").toString()).startsWith("-ERR").contains(name);
  }

  @Test
  void incrBy_one_worksOnAnySequence() throws IOException {
    assertThat(client.call("INCRBY", "tail", "1")).isEqualTo(0L);
    assertThat(client.call("INCRBY", "tens", "1")).isEqualTo(1L);
    assertThat(client.call("INCRBY", "tens", "1")).isEqualTo(11L);
  }

  @Test
  void get_beforeAndAfterTheFirstId_isNilThenTheLastOfAnyClient() throws IOException {
    assertThat(client.call("GET", "auto")).isEqualTo("nil");
    try (RespClient other = new RespClient(server.get().resp())) {
      other.increment("auto");
      other.increment("auto");
    }

    assertThat(client.call("GET", "auto")).isEqualTo("2");
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"SET", "GETSET", "DEL", "DECR", "EXPIRE", "FLUSHALL", "RENAME", "SETEX"})
  void destructiveCommand_isRefusedWithTheReasonAndChangesNothing(String command)
      throws IOException {
    client.increment("auto");

    assertThat(client.call(command, "auto", "1").toString())
        .startsWith("-ERR " + command + " would")
        .contains("numbers would repeat; nothing was changed")
        .satisfies(text -> assertThat(text.contains("add ignore: [" + command + "]"))
            .isEqualTo(Configured.CAN_BE_IGNORED.contains(command)));
    assertThat(client.increment("auto")).isEqualTo(2);
  }

  @Test
  void ignoredCommand_answersAsRedisWouldAndChangesNothing() throws IOException {
    assertThat(client.call("DEL", "kept:a")).isEqualTo(0L);
    client.increment("kept:a");
    client.increment("kept:b");

    assertThat(client.call("DEL", "kept:a", "kept:b", "kept:c")).isEqualTo(2L);
    assertThat(client.call("UNLINK", "kept:a", "kept:c")).isEqualTo(1L);
    assertThat(client.call("EXPIRE", "kept:a", "60")).isEqualTo(1L);
    assertThat(client.call("PEXPIRE", "kept:a", "60000")).isEqualTo(1L);
    assertThat(client.call("SETNX", "kept:a", "0")).isEqualTo(0L);
    assertThat(client.call("SETNX", "kept:c", "0")).isEqualTo(1L);
    assertThat(client.call("SET", "kept:a", "0")).isEqualTo("+OK");
    assertThat(client.call("SET", "kept:a", "0", "NX")).isEqualTo("nil");
    assertThat(client.call("SET", "kept:c", "0", "EX", "60", "NX")).isEqualTo("+OK");
    assertThat(client.call("SET", "kept:c", "0", "XX")).isEqualTo("nil");
    assertThat(client.call("SET", "kept:a", "0", "GET")).isEqualTo("1");
    assertThat(client.call("GETSET", "kept:a", "0")).isEqualTo("1");
    assertThat(client.increment("kept:a")).isEqualTo(2);
  }

  @Test
  void del_oneNameOfManyNotIgnored_isRefused() throws IOException {
    assertThat(client.call("DEL", "kept:a", "auto").toString()).startsWith("-ERR DEL would");
    assertThat(client.call("DECR", "kept:a").toString()).startsWith("-ERR DECR would");
  }

  @Test
  void reads_ofNames_returnTheLastIds() throws IOException {
    client.increment("auto1");
    client.increment("auto1");

    assertThat(client.call("MGET", "auto1", "auto2")).isEqualTo(List.of("2", "nil"));
    assertThat(client.call("EXISTS", "auto1", "auto2", "auto1")).isEqualTo(2L);
    assertThat(client.call("TTL", "auto1")).isEqualTo(-1L);
    assertThat(client.call("PTTL", "auto2")).isEqualTo(-2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SUBSCRIBE a", "PSUBSCRIBE a", "MULTI", "EVAL x 0", "WATCH a", "SCAN 0"})
  void command_unsupported_isRefusedAndTheConnectionContinues(String command) throws IOException {
    assertThat(client.call(command.split(" ", -1)).toString())
        .startsWith("-ERR unknown command '" + command.split(" ", -1)[0]
            + "'; this server has INCR, INCRBY");
    assertThat(client.call("CLUSTER", "NODES"))
        .isEqualTo("-ERR This instance has cluster support disabled");
    assertThat(client.call("PING")).isEqualTo("+PONG");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PING\r\n", "ping\n", "\r\nPING\r\n\n\r\n"})
  void inlinePing_isAnswered(String line) throws IOException {
    client.send(concatenated(RespClient.command("INCR", "auto"), line));

    assertThat(client.read()).isEqualTo(1L);
    assertThat(client.read()).isEqualTo("+PONG");
    assertThat(client.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void command_unknownOrWithWrongArguments_isAnErrorAndContinues() throws IOException {
    assertThat(client.call("LPUSH", "a", "b").toString())
        .startsWith("-ERR unknown command 'LPUSH'");
    assertThat(client.call("INCR").toString())
        .isEqualTo("-ERR wrong number of arguments for 'incr' command");
    assertThat(client.call("GET", "a", "b").toString()).startsWith("-ERR wrong number");
    assertThat(client.call("")).asString().startsWith("-ERR unknown command ''");
    assertThat(client.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void quit_afterACommand_isAnsweredInOrderAndCloses() throws IOException {
    send("INCR", "auto");
    send("QUIT");

    assertThat(client.read()).isEqualTo(1L);
    assertThat(client.read()).isEqualTo("+OK");
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void pipeline_ofThousandsOverFastAndSlowNames_isAnsweredInOrder() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int rounds = 2000;
    for (int i = 0; i < rounds; i++) {
      bytes.write(RespClient.command("INCR", "auto"));
      bytes.write(RespClient.command("INCR", "tail"));
      bytes.write(RespClient.command("ECHO", "e" + i));
    }
    client.send(bytes.toByteArray());

    for (int i = 0; i < rounds; i++) {
      assertThat(client.read()).isEqualTo(i + 1L);
      assertThat(client.read()).isEqualTo(i % 3L);
      assertThat(client.read()).isEqualTo("e" + i);
    }
  }

  @Test
  void command_inPiecesOfOneByte_isAnswered() throws IOException {
    for (byte next : RespClient.command("ECHO", "piece by piece")) {
      client.send(new byte[] {next});
    }

    assertThat(client.read()).isEqualTo("piece by piece");
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "PING x\r\n",
        "INCR auto\r\n",
        "POST /v1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "*1\r\n+PING\r\n",
        "*x\r\n",
        "*\r\n",
        "*-1\r\n",
        "*257\r\n",
        "*99999999999999999999\r\n",
        "*1\r\n$536870912\r\n",
        "*1\r\n$-1\r\n",
        "*1\r\n$4\r\nPINGPONG\r\n",
        "*1\r\n$4\nPING\r\n",
        "\u0000\u0001\u0002"
      })
  void malformedFrame_isAnsweredInOrderAndClosesOnlyItsConnection(String frame) throws IOException {
    try (RespClient hostile = new RespClient(server.get().resp())) {
      hostile.send(concatenated(RespClient.command("INCR", "auto"), frame));

      assertThat(hostile.read()).isEqualTo(1L);
      assertThat(hostile.read().toString()).startsWith("-ERR Protocol error: ");
      assertThat(hostile.isAtEnd()).isTrue();
    }
    assertThat(client.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void command_overTheBound_closesTheConnection() throws IOException {
    try (RespClient hostile = new RespClient(server.get().resp())) {
      hostile.send(concatenated(new byte[0], "*2\r\n$40000\r\n" + "x".repeat(40_000) + "\r\n"));
      hostile.send(concatenated(new byte[0], "$40000\r\n" + "x".repeat(30_000)));

      assertThat(hostile.read().toString()).contains("a command has at most 65536 bytes");
    }
  }

  private void send(String... words) throws IOException {
    client.send(RespClient.command(words));
  }

  private static byte[] concatenated(byte[] first, String second) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(first);
    bytes.write(second.getBytes(StandardCharsets.ISO_8859_1));
    return bytes.toByteArray();
  }
}
