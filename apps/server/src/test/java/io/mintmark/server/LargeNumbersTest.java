package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests numbers that clients with doubles would round. */
class LargeNumbersTest {

  private static final long LAST_SAFE = (1L << 53) - 1;

  private static final String GENERATORS = """
      generators:
        users: {type: snowflake}
        small: {type: snowflake, layout: js-safe}
        edge: {type: sequence, start: 9007199254740990, strict: true}
      """;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.with(GENERATORS);

  @RegisterExtension
  private final MemoryServer exact =
      MemoryServer.with(GENERATORS + "server: {resp-large-numbers: integer}");

  @Test
  void incr_aboveTwoToThe53_isRefusedUnlessTextsAreSelected() throws IOException {
    RespClient client = server.client();

    assertThat(client.call("INCR", "users").toString())
        .startsWith("-ERR the number is above 2^53")
        .contains("name=users", "SELECT 1", "MINT.NEXT", "resp-large-numbers");
    assertThat(client.call("INCRBY", "users", "1").toString()).startsWith("-ERR the number is");
    assertThat(client.increment("small")).isLessThanOrEqualTo(LAST_SAFE);
    assertThat(client.call("SELECT", "1")).isEqualTo("+OK");
    assertThat(client.call("INCR", "users").toString()).matches("\\d{16,19}");
    assertThat(client.call("INCRBY", "users", "1").toString()).matches("\\d{16,19}");
    assertThat(client.call("INCR", "small")).isInstanceOf(String.class);
    assertThat(client.call("CLIENT", "INFO").toString()).contains(" db=1 ");
    client.call("RESET");
    assertThat(client.call("INCR", "users").toString()).startsWith("-ERR the number is above 2^53");
  }

  @Test
  void incr_pipelinedAcrossTheBound_isRefusedBeyondIt() throws IOException {
    RespClient client = server.client();
    client.send(RespClient.repeated(4, "INCR", "edge"));

    assertThat(client.read()).isEqualTo(LAST_SAFE - 1);
    assertThat(client.read()).isEqualTo(LAST_SAFE);
    assertThat(client.read().toString()).contains("number=9007199254740992");
    assertThat(client.read().toString()).contains("number=9007199254740993");
    client.call("SELECT", "1");
    client.send(RespClient.repeated(2, "INCR", "edge"));
    assertThat(client.read()).isEqualTo("9007199254740994");
    assertThat(client.read()).isEqualTo("9007199254740995");
  }

  @Test
  void incr_integersConfiguredForLargeNumbers_isAnInteger() throws IOException {
    RespClient client = exact.client();
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      numbers.add(client.increment("users"));
    }

    assertThat(numbers).hasSize(100).allMatch(number -> number > LAST_SAFE);
  }
}
