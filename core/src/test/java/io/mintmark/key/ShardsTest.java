package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.text.XxHash64;
import io.mintmark.objectid.ObjectId;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardsTest {

  private static final long SEED = 20_261_121;

  @ParameterizedTest
  @ValueSource(strings = {"a", "abc", "user-42", "订单", "👛", "4df2dcec2cdcd20936a8b817"})
  void route_hash_isXxh64Unsigned(String id) {
    BigInteger hash = new BigInteger(Long.toUnsignedString(XxHash64.hash(id)));
    BigInteger four = BigInteger.valueOf(4);
    Route route = Shards.of(4, 2).route(id);

    assertThat(route.database()).isEqualTo(hash.mod(four).intValue());
    assertThat(route.table()).isEqualTo(hash.divide(four).mod(BigInteger.TWO).intValue());
  }

  @Test
  void route_hash_databaseDoesNotDependOnTables() {
    Random random = new Random(SEED);
    for (int i = 0; i < 1_000; i++) {
      String id = Long.toString(random.nextLong());
      assertThat(Shards.of(4, 4).route(id).database())
          .isEqualTo(Shards.of(4, 2).route(id).database());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "user-42", "0", "订单", "👛👛", "\0x"})
  void route_decimal_isTheConcatenatedCodePoints(String id) {
    StringBuilder digits = new StringBuilder();
    id.codePoints().forEach(digits::append);
    int number = new BigInteger(digits.toString()).mod(BigInteger.valueOf(8)).intValue();

    assertThat(Shards.of(4, 2).by(Routing.DECIMAL).route(id))
        .isEqualTo(new Route(number / 2, number % 2));
    assertThat(Shards.of(4, 2).by(Routing.DECIMAL_PUBLISHED).route(id))
        .isEqualTo(new Route(number / 4, number % 2));
  }

  @Test
  void route_decimalPublished_reachesHalfOfAGridOf4By2() {
    Set<Route> reached = new HashSet<>();
    Set<Route> differing = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String id = "id-" + i;
      Route published = Shards.of(4, 2).by(Routing.DECIMAL_PUBLISHED).route(id);
      Route decimal = Shards.of(4, 2).by(Routing.DECIMAL).route(id);
      reached.add(published);
      if (published.database() != decimal.database()) {
        differing.add(decimal);
      }
    }

    assertThat(reached).hasSize(4);
    assertThat(differing).hasSize(6);
  }

  @Test
  void by_decimalPublishedWithMoreTablesThanDatabases_isRefused() {
    assertThat(Shards.of(4, 4).by(Routing.DECIMAL_PUBLISHED)).isNotNull();
    assertThatThrownBy(() -> Shards.of(4, 5).by(Routing.DECIMAL_PUBLISHED))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("databases=4, tables=5");
  }

  @Test
  void route_sum_isTheSumOfCodePoints() {
    int sum = "snowalker朝闻道夕死可矣".codePoints().sum();
    assertThat(sum).isEqualTo(205_219);
    assertThat(Shards.of(4, 4).by(Routing.SUM).route("snowalker朝闻道夕死可矣"))
        .isEqualTo(new Route(205_219 % 16 / 4, 205_219 % 16 % 4));
  }

  @ParameterizedTest
  @EnumSource(Routing.class)
  void route_anyId_isWithinTheGrid(Routing routing) {
    Random random = new Random(SEED);
    Shards shards = new Shards(5, 3, routing);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(1, 40)];
      random.nextBytes(bytes);
      String id = "x" + new String(bytes, java.nio.charset.StandardCharsets.UTF_16);
      Route route = shards.route(id);
      assertThat(route.database()).as(id).isBetween(0, 4);
      assertThat(route.table()).as(id).isBetween(0, 2);
    }
  }

  @Test
  void route_uuidAndObjectId_areRoutedAsText() {
    assertThat(Shards.of(4, 2).route(new UUID(1, 2).toString())).isNotNull();
    assertThat(Shards.of(4, 2).route(ObjectId.next().toString())).isNotNull();
  }

  @Test
  void by_decimalPublishedNamingOtherDatabases_throws() {
    assertThatThrownBy(() -> Shards.of(2, 4).by(Routing.DECIMAL_PUBLISHED))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("databases=2, tables=4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u3000"})
  void route_blank_isRefused(String id) {
    assertThatThrownBy(() -> Shards.of(4, 2).route(id))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the route id is blank or has more than");
  }

  @Test
  void route_hugeId_isRefusedAtOnce() {
    assertThatThrownBy(() -> Shards.of(4, 2).route("1".repeat(10_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("length=10000000");
    assertThatThrownBy(() -> Shards.of(4, 2).route(" ".repeat(10_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("length=10000000");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1025, Integer.MAX_VALUE})
  void of_countOutOfRange_isRefused(int count) {
    assertThatThrownBy(() -> Shards.of(count, count))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("databases=" + count, "tables=" + count);
  }
}
