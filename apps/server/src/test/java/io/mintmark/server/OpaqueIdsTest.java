package io.mintmark.server;

import static io.mintmark.server.Web.field;
import static io.mintmark.server.Web.json;
import static io.mintmark.server.Web.list;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import io.mintmark.opaque.OpaqueKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Tests opaque ids over HTTP and the Redis protocol: they are made, but never decoded for a client.
 */
final class OpaqueIdsTest {

  private static final Path KEY_FILE = keyFile();
  private static final OpaqueKey KEY = OpaqueKey.fromFile(KEY_FILE);

  @RegisterExtension
  private static final MemoryServer SERVER =
      MemoryServer.with("""
      generators:
        orders: {type: sequence, maximum: 9999999999, opaque-key-file: KEY}
        users: {type: snowflake, opaque-key-file: KEY}
        parcels: {type: key, format: "PAR{seq:8}", opaque-key-file: KEY}
      """.replace("KEY", KEY_FILE.toString()));

  private static Path keyFile() {
    try {
      return Files.writeString(
          Files.createTempFile("opaque", ".key"), "00112233445566778899aabbccddeeff");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  static void deleteKey() throws IOException {
    Files.delete(KEY_FILE);
  }

  private static List<Long> overHttp(String name) {
    return list(
            json(Web.send(SERVER.get(), "POST", "/v1/generators/" + name + "/next?count=3")), "ids")
        .stream()
        .map(id -> Long.parseLong(String.valueOf(id)))
        .toList();
  }

  @Test
  void ids_overBothProtocols_areInOrderOnlyAfterDecryption() throws IOException {
    long overResp = Long.parseLong(String.valueOf(SERVER.client().call("INCR", "orders")));
    List<Long> ids =
        Stream.concat(Stream.of(overResp), overHttp("orders").stream()).toList();

    List<Long> numbers = ids.stream()
        .map(id -> 1 + KEY.permutation("orders", 9_999_999_998L).decrypt(id - 1))
        .toList();
    long first = numbers.get(0);
    assertThat(numbers).containsExactly(first, first + 1, first + 2, first + 3);
    assertThat(ids).isNotEqualTo(ids.stream().sorted().toList());
  }

  @Test
  void keys_overBothProtocols_areInOrderOnlyAfterDecryption() throws IOException {
    List<String> keys = new ArrayList<>();
    for (Object key :
        list(json(Web.send(SERVER.get(), "POST", "/v1/generators/parcels/next?count=3")), "ids")) {
      keys.add(String.valueOf(key));
    }
    for (Object key : (List<?>) SERVER.client().call("MINT.NEXT", "parcels", "COUNT", "2")) {
      keys.add(String.valueOf(key));
    }

    try (Mintmark mint = Mintmark.open("memory:")) {
      KeyGenerator parcels = mint.keys("parcels", k -> k.format("PAR{seq:8}").opaque(KEY));
      List<Long> numbers = keys.stream().map(key -> parcels.parse(key).number()).toList();
      long first = numbers.get(0);
      assertThat(numbers).containsExactly(first, first + 1, first + 2, first + 3, first + 4);
      assertThat(keys).allMatch(key -> key.matches("PAR[0-9]{8}"));
      assertThat(keys).isNotEqualTo(keys.stream().sorted().toList());
    }
    String inspected =
        Web.send(SERVER.get(), "GET", "/v1/inspect/" + keys.get(0)).body();
    assertThat(inspected).contains("readable only with its generator's key");
    assertThat(String.valueOf(SERVER.client().call("MINT.INSPECT", keys.get(0))))
        .contains("readable only with its generator's key");
  }

  @Test
  void inspect_opaqueId_hidesItsFields() throws IOException {
    for (String name : List.of("orders", "users")) {
      String id = String.valueOf(overHttp(name).get(0));
      List<?> readings = list(json(Web.send(SERVER.get(), "GET", "/v1/inspect/" + id)), "readings");

      assertThat(readings)
          .noneMatch(reading -> ("snowflake:" + name).equals(((Map<?, ?>) reading).get("kind")))
          .anySatisfy(reading -> {
            assertThat(((Map<?, ?>) reading).get("kind")).isEqualTo("opaque:" + name);
            assertThat(field(reading, "fields").toString())
                .contains("readable only with its generator's key")
                .doesNotContain("plain", "worker");
          });
      assertThat(String.valueOf(SERVER.client().call("MINT.INSPECT", id)))
          .contains("opaque:" + name)
          .doesNotContain("snowflake:users");
    }
  }

  @Test
  void incrBy_ofAnOpaqueSequence_isRefused() throws IOException {
    assertThat(String.valueOf(SERVER.client().call("INCRBY", "orders", "5")))
        .contains("cannot give numbers without a gap");
  }

  @Test
  void generators_opaque_showOnlyTheKeysIdentity() {
    for (String path : List.of("/v1/generators", "/v1/generators/users", "/v1/generators/orders")) {
      assertThat(Web.send(SERVER.get(), "GET", path).body()).doesNotContain("00112233");
    }
    assertThat(Web.send(SERVER.get(), "GET", "/v1/generators/users").body())
        .contains(KEY.identity());
  }
}
