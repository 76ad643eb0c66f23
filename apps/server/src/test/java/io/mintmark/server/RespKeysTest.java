package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Tests {@code MINT.NEXT} and {@code MINT.INSPECT}. */
class RespKeysTest {

  @RegisterExtension
  private final MemoryServer server = MemoryServer.with(HttpKeysTest.CONFIG);

  private RespClient client;

  @BeforeEach
  void connect() throws IOException {
    client = server.client();
  }

  private String error(String... words) throws IOException {
    String reply = client.call(words).toString();
    assertThat(reply).startsWith("-ERR ");
    return reply;
  }

  @Test
  void mintNext_anyGenerator_answersAList() throws IOException {
    assertThat(client.call("MINT.NEXT", "plain")).isEqualTo(List.of("1"));
    assertThat(client.call("mint.next", "plain", "count", "3")).isEqualTo(List.of("2", "3", "4"));
    assertThat(client.call("GET", "plain")).isEqualTo("4");
    assertThat(client.call("MINT.NEXT", "flakes").toString()).matches("\\[\\d{15,19}]");
  }

  @Test
  void mintNext_largestCount_isOneCompleteAnswer() throws IOException {
    for (int i = 0; i < 10; i++) {
      assertThat((List<?>) client.call("MINT.NEXT", "orders", "COUNT", "10000", "ROUTE", "user-42"))
          .hasSize(10_000)
          .doesNotHaveDuplicates();
      assertThat(client.call("PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void mintNext_routeAndVariables_areInTheKeys() throws IOException {
    List<?> keys = (List<?>) client.call("MINT.NEXT", "orders", "ROUTE", "user-42", "COUNT", "2");
    assertThat(keys)
        .hasSize(2)
        .allSatisfy(key -> assertThat(key.toString()).matches("OD0\\d000\\d01\\d{22}"));
    assertThat(keys)
        .extracting(key -> key.toString().substring(0, 10))
        .containsOnly(keys.get(0).toString().substring(0, 10));

    assertThat(client
            .call("MINT.NEXT", "parcels", "VAR", "tenant", "ACME", "VAR", "channel", "WEB")
            .toString())
        .startsWith("[PACMEWEB0001");
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = '|',
      value = {
        "nobody | no generator has this name: name=nobody",
        "plain COUNT 0 | the count is not 1 to 10000: count=0",
        "plain COUNT 10001 | count=10001; no id issued",
        "plain COUNT x | not a whole number: COUNT=x; no id issued",
        "plain COUNT 99999999999 | not a whole number of 32 bits: COUNT=99999999999",
        "plain COUNT | the option lacks its values: option=COUNT; no id issued",
        "plain COUNT 1 COUNT 2 | the option is given twice",
        "plain 5 | the option is unknown: option=5; no id issued",
        "plain ROUTE user-42 | a route or variables are given, but this generator makes no keys:"
            + " name=plain",
        "orders | no route id is given, and a key with shards needs one",
        "parcels VAR tenant | the option lacks its values: option=VAR; no id issued",
        "parcels VAR tenant ACME VAR tenant OTHR | VAR twice for one name",
        "parcels VAR tenant ACME | the variables are not those of the format"
      })
  void mintNext_wrongArguments_areRefusedWithTheReasonAndBurnNothing(String words, String reason)
      throws IOException {
    assertThat(error(("MINT.NEXT " + words).split(" "))).contains(reason);
    assertThat(client.call("INCR", "plain")).isEqualTo(1L);
  }

  @Test
  void mintNext_hostileRoute_isRefused() throws IOException {
    assertThat(error("MINT.NEXT", "orders", "ROUTE", "x".repeat(60_000)))
        .contains("has more than 1000 characters: length=60000")
        .hasSizeLessThan(500);
    assertThat(client.call("PING")).isEqualTo("+PONG");
  }

  @Test
  void mintInspect_key_answersTheJsonOfTheHttpInterface() throws IOException {
    List<?> keys = (List<?>) client.call("MINT.NEXT", "orders", "ROUTE", "user-42");
    String key = keys.get(0).toString();
    String json = client.call("MINT.INSPECT", key).toString();

    assertThat(json)
        .isEqualTo(Web.send(server.get(), "GET", "/v1/inspect/" + key).body());
    assertThat(new Load(LoadSettings.builder().build()).loadFromString(json))
        .isInstanceOfSatisfying(
            Map.class, answer -> assertThat(Web.list(answer, "readings")).isNotEmpty());
  }

  @Test
  void mintInspect_nothingKnownOrTooLong_hasNoReadings() throws IOException {
    assertThat(client.call("MINT.INSPECT", "no id")).isEqualTo("{\"readings\":[]}");
    assertThat(client.call("MINT.INSPECT", "1".repeat(60_000))).isEqualTo("{\"readings\":[]}");
    assertThat(error("MINT.INSPECT")).contains("wrong number of arguments for 'mint.inspect'");
    assertThat(error("MINT.NEXT")).contains("wrong number of arguments for 'mint.next'");
  }
}
