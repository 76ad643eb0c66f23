package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a pipeline that repeats one command. The server draws the numbers for all of them at once.
 */
class RespRunsTest {

  /** More than the server draws at once, and not a multiple of it. */
  private static final int MANY = 3001;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.with("""
      generators:
        ids: {type: objectid}
        round: {type: sequence, cycle: 0..2}
        three: {type: sequence, maximum: 3}
        three-strict: {type: sequence, maximum: 3, strict: true}
        claimed: {type: sequence, strict: true}
      auto-create:
        "auto*": {}
      """);

  private RespClient client;

  @BeforeEach
  void connect() throws IOException {
    client = server.client();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "claimed"})
  void incr_manyInARow_areAnsweredInOrder(String name) throws IOException {
    send(MANY, "INCR", name);
    send(1, "GET", name);

    for (long i = 1; i <= MANY; i++) {
      assertThat(client.read()).isEqualTo(i);
    }
    assertThat(client.read()).isEqualTo(Integer.toString(MANY));
  }

  @Test
  void incr_runsOfSeveralNames_countSeparately() throws IOException {
    send(5, "INCR", "auto");
    send(4, "INCR", "round");
    send(2, "INCR", "auto2");
    send(1, "INCR", "auto");

    for (long expected : new long[] {1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 2, 6}) {
      assertThat(client.read()).isEqualTo(expected);
    }
  }

  @Test
  void incr_runCutWithinACommand_answersTheCompleteOnesFirst() throws IOException {
    byte[] all = RespClient.repeated(3, "INCR", "auto");
    int cut = all.length - 7;

    client.send(Arrays.copyOfRange(all, 0, cut));
    assertThat(client.read()).isEqualTo(1L);
    assertThat(client.read()).isEqualTo(2L);
    client.send(Arrays.copyOfRange(all, cut, all.length));
    assertThat(client.read()).isEqualTo(3L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"three", "three-strict"})
  void incr_runBeyondTheEnd_returnsAllNumbersThenErrors(String name) throws IOException {
    send(5, "INCR", name);
    send(1, "PING");

    for (long expected : new long[] {1, 2, 3}) {
      assertThat(client.read()).isEqualTo(expected);
    }
    for (int i = 0; i < 2; i++) {
      assertThat(client.read()).asString().startsWith("-ERR the sequence has come to its end");
    }
    assertThat(client.read()).isEqualTo("+PONG");
  }

  @Test
  void incr_runRefused_hasAnErrorForEach() throws IOException {
    send(3, "INCR", "ids");
    send(2, "INCR", "none");

    for (int i = 0; i < 3; i++) {
      assertThat(client.read()).asString().startsWith("-ERR INCR works for numbers only");
    }
    for (int i = 0; i < 2; i++) {
      assertThat(client.read()).isEqualTo("-ERR no generator has this name: name=none");
    }
  }

  private void send(int times, String... words) throws IOException {
    client.send(RespClient.repeated(times, words));
  }
}
