package io.mintmark.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mintmark.Mintmark;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A new key gets its database from a user's key. A user's key that a column or a person has changed
 * is still usable, or is refused.
 */
class RouteFromTest {

  private static final String USERS =
      "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";
  private static final String ORDERS = "OD" + USERS.substring(2);

  private final Mintmark mint = Mintmark.open("memory:");

  @AfterEach
  void close() {
    mint.close();
  }

  private KeyGenerator keys(String name, String format, Consumer<KeyBuilder> more) {
    return mint.keys(name, k -> more.accept(k.format(format).zone("UTC").shards(Shards.of(4, 4))));
  }

  private KeyGenerator orders(KeyGenerator users) {
    return keys("orders", ORDERS, k -> k.routeFrom(users));
  }

  static Stream<UnaryOperator<String>> harmless() {
    return Stream.of(
        key -> key,
        key -> key + " ",
        key -> key + " ".repeat(8),
        key -> key.toLowerCase(Locale.ROOT),
        key -> key.toLowerCase(Locale.ROOT) + "  ");
  }

  @ParameterizedTest
  @MethodSource("harmless")
  void next_keyAsReturnedByAColumn_routesLikeTheKey(UnaryOperator<String> change) {
    KeyGenerator users = keys("users", USERS, k -> {});
    KeyGenerator orders = orders(users);
    for (int i = 0; i < 50; i++) {
      String user = users.nextFor("outside-" + i);
      Route expected = orders.route(orders.nextFor(user));
      assertThat(expected.database()).isEqualTo(users.route(user).database());
      assertThat(orders.route(orders.nextFor(change.apply(user)))).isEqualTo(expected);
      assertThat(orders.routesFor(change.apply(user))).isEqualTo(orders.routesFor(user));
    }
  }

  static Stream<UnaryOperator<String>> mistypedKeys() {
    return Stream.of(
        key -> key.substring(0, key.length() - 1),
        key -> key + "0",
        key -> key + "\t",
        key -> " " + key,
        key -> "UD09" + key.substring(4),
        key -> key.substring(0, 12) + "99" + key.substring(14),
        key -> key.substring(0, key.length() - 1) + "O");
  }

  @ParameterizedTest
  @MethodSource("mistypedKeys")
  void next_almostAKey_throwsAndIsNotHashed(UnaryOperator<String> mistyped) {
    KeyGenerator users = keys("users", USERS, k -> {});
    KeyGenerator orders = orders(users);
    String changed = mistyped.apply(users.nextFor("outside"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> orders.nextFor(changed))
        .withMessageContaining("looks like a key")
        .withMessageContaining("routeFrom=users");
    assertThatIllegalArgumentException().isThrownBy(() -> orders.routesFor(changed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"outside-42", "42", "U", "ud", "a text as long as the key itself"})
  void next_anyOtherText_isHashed(String outside) {
    KeyGenerator orders = orders(keys("users", USERS, k -> {}));
    assertThat(orders.route(orders.nextFor(outside))).isEqualTo(Shards.of(4, 4).route(outside));
  }

  @Test
  void next_keyWithBothCases_throwsInAnotherCase() {
    KeyGenerator users =
        keys("users", "UD{db:2}{table:4}{time:yyMMddHHmmssSSS}{worker:2}{seq:3:base62}", k -> {});
    KeyGenerator orders = orders(users);
    String user = users.nextFor("outside");
    assertThat(orders.route(orders.nextFor(user + "  ")).database())
        .isEqualTo(users.route(user).database());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> orders.nextFor("ud" + user.substring(2)))
        .withMessageContaining("looks like a key");
  }

  @Test
  void next_formatWithoutLiteralText_hashesOtherTexts() {
    KeyGenerator users = keys("users", "{db:1}{table:1}{time:yyMMdd}{seq:4}", k -> {});
    KeyGenerator orders = orders(users);
    assertThat(orders.route(orders.nextFor("009999990000")))
        .isEqualTo(Shards.of(4, 4).route("009999990000"));
  }
}
