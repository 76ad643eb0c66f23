package io.mintmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTest {

  private static Config read(Map<String, String> settings) {
    return Config.of(settings, key -> "app." + key);
  }

  private static List<String> faults(Map<String, String> settings) {
    return catchThrowableOfType(ConfigurationException.class, () -> read(settings))
        .faults();
  }

  @Test
  void of_dottedKeys_hasStoreAndGenerators() {
    Config config = read(Map.of(
        "store", "memory:",
        "generators.users.type", "snowflake",
        "generators.invoices.type", "key",
        "generators.invoices.format", "INV{seq:6}",
        "generators.orders.type", "key",
        "generators.orders.format", "OD{db:2}{table:2}{seq:4}",
        "generators.orders.shards.databases", "4",
        "generators.orders.shards.tables-per-database", "2"));

    assertThat(config.store()).contains("memory:");
    assertThat(config.autoCreate()).isEmpty();
    try (Mintmark mint = Mintmark.open("memory:")) {
      Map<String, Generator> opened = config.open(mint);
      assertThat(opened.keySet()).containsExactlyInAnyOrder("users", "invoices", "orders");
      assertThat(mint.keys("invoices").isRouted()).isFalse();
      KeyGenerator orders = mint.keys("orders");
      assertThat(orders.isRouted()).isTrue();
      assertThat(orders.routesFor("user-42")).hasSize(1);
    }
  }

  @Test
  void of_nothing_hasNoGenerators() {
    assertThat(read(Map.of()).generators()).isEmpty();
    assertThat(read(Map.of()).store()).isEmpty();
  }

  @Test
  void of_wrongSettings_reportsAllWithTheirKeys() {
    assertThat(faults(Map.of(
            "stor", "memory:",
            "generators.users.type", "snowflake",
            "generators.users.windw", "1s",
            "generators.or ders.type", "uuid",
            "generators.tail.cycle", "1..99")))
        .containsExactlyInAnyOrder(
            "app.stor: no such setting; did you mean store?",
            "app.generators.users.windw: no such setting; did you mean window?",
            "app.generators.or ders: the generator's name is not a valid line name: not a line's"
                + " name, or the start of one: length=7, text='or ders'; a name has 1 to 200"
                + " characters of A-Z a-z 0-9 . _ : / -, and no part between slashes is empty, . or"
                + " ..",
            "app.generators.tail.type: the generator has no type, one of key, sequence, snowflake,"
                + " objectid, uuid, typeid");
  }

  @Test
  void of_ignoredCommands_areRefused() {
    assertThat(faults(Map.of("generators.a.type", "sequence", "generators.a.ignore", "SET")))
        .containsExactly(
            "app.generators.a.ignore: there is no server here whose commands it could ignore");
  }

  @Test
  void of_digitsOfAnotherScript_throws() {
    assertThat(faults(Map.of(
            "generators.a.type", "sequence",
            "generators.a.start", "\u0663",
            "generators.b.type", "snowflake",
            "generators.b.layout", "\uff14\uff11/10/12",
            "generators.c.type", "snowflake",
            "generators.c.window", "\u0663s",
            "generators.d.type", "key",
            "generators.d.format", "D{seq:\u0663}",
            "generators.e.type", "sequence",
            "generators.e.max", "+3")))
        .hasSize(5)
        .allMatch(fault -> fault.startsWith("app.generators."));
  }

  @Test
  void of_generatorWithoutASetting_failsListingTheForms() {
    assertThat(faults(Map.of("generators.users", "snowflake")))
        .containsExactly("app.generators.users: no such setting; a configuration has"
            + " generators.NAME.SETTING, store");
  }
}
