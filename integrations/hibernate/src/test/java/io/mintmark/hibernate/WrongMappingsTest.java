package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.error.ConfigurationException;
import io.mintmark.mapper.MintmarkId;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that wrong mappings prevent the start, with a message that names the annotation and the
 * property.
 */
@Tag("long")
class WrongMappingsTest {

  private static String fault(Map<String, String> settings, Class<?>... entities) {
    ConfigurationException fault = catchThrowableOfType(
        ConfigurationException.class, () -> Factories.open(settings, entities).close());
    return String.valueOf(fault.getMessage());
  }

  static Stream<Arguments> mappings() {
    return Stream.of(
        arguments(
            Misspelt.class,
            "\"user\"",
            "no generator has this name: name=user; did you mean users?"),
        arguments(
            OfAnInt.class,
            "\"users\"",
            "the type cannot hold this generator's ids: type=int, generator=users, kind=snowflake;"
                + " use long or Long or String"),
        arguments(
            NumberAsUuid.class,
            "\"invoices\"",
            "the type cannot hold this generator's ids: type=java.util.UUID,"
                + " generator=invoices, kind=sequence; use long or Long or String"),
        arguments(
            KeyAsNumber.class,
            "\"codes\"",
            "the type cannot hold this generator's ids: type=java.lang.Long,"
                + " generator=codes, kind=key; use String"),
        arguments(
            NarrowKey.class,
            "\"codes\"",
            "the column is too narrow for this generator's ids: columnLength=6, idLength=7; write"
                + " @Column(length = 7)"),
        arguments(
            NarrowTypeId.class,
            "\"members\"",
            "the column is too narrow for this generator's ids: columnLength=32, idLength=33; write"
                + " @Column(length = 33)"),
        arguments(
            PrefixedAsNumber.class,
            "\"tickets\"",
            "the type cannot hold this generator's ids: type=java.lang.Long, generator=tickets,"
                + " kind=snowflake, prefix=ticket; use String"),
        arguments(
            NarrowPrefixed.class,
            "\"tickets\"",
            "the column is too narrow for this generator's ids: columnLength=26, idLength=27; write"
                + " @Column(length = 27)"),
        arguments(
            NarrowNumber.class,
            "\"users\"",
            "the column is too narrow for this generator's ids: columnLength=18, idLength=19; write"
                + " @Column(length = 19)"),
        arguments(
            Unrouted.class,
            "\"orders\"",
            "keys with shards are made for a route id, and the annotation names no property for it:"
                + " generator=orders; add route = \"PROPERTY\""),
        arguments(
            Routed.class,
            "\"codes\"",
            "ids without shards have no route: generator=codes, kind=key; leave the route out"),
        arguments(
            RoutedByNothing.class,
            "\"orders\"",
            "the entity has no such property: route=user; it has [name]"),
        arguments(
            RoutedByMany.class,
            "\"orders\"",
            "the property has more than one value, so it cannot be a route id: route=users"),
        arguments(
            WithVariable.class,
            "\"vouchers\"",
            "the format has variables, which cannot be set here: format='V{var:shop:2}{seq:6}';"
                + " make such keys in the application"));
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void start_wrongMapping_isRefused(Class<?> entity, String name, String fault) {
    assertThat(fault(Factories.GENERATORS, entity))
        .startsWith("@MintmarkId(" + name + ") on " + entity.getName() + ".id: " + fault);
  }

  @Test
  void start_severalFaults_areInOneMessage() {
    assertThat(fault(Factories.GENERATORS, AllWrong.class))
        .contains("type=int, generator=orders, kind=key", "the annotation names no property");
  }

  @Test
  @Tag("long")
  void start_columnDefinition_isNotMeasured() {
    try (SessionFactory factory = Factories.open(Factories.GENERATORS, InOwnWords.class)) {
      InOwnWords entity = new InOwnWords();
      factory.inTransaction(session -> session.persist(entity));
      assertThat(entity.id).hasSize(7);
    }
  }

  @Test
  void start_withoutStore_failsWithTheSettings() {
    assertThat(fault(Map.of(), Shop.User.class))
        .isEqualTo("@MintmarkId(\"users\") on " + Shop.User.class.getName()
            + ".id: no Mintmark is configured: the application does not have exactly one bean of"
            + " type io.mintmark.Mintmark, and neither hibernate.mintmark.store nor"
            + " hibernate.mintmark.config is set");
    assertThat(
            fault(Map.of("hibernate.mintmark.generators.users.type", "snowflake"), Shop.User.class))
        .contains("no store is given: set hibernate.mintmark.store, for example to");
  }

  @Test
  @Tag("long")
  void start_wrongSetting_failsNamingItsProperty() {
    Map<String, String> settings = new HashMap<>(Factories.GENERATORS);
    settings.put("hibernate.mintmark.generators.users.widow", "10s");
    settings.put("hibernate.mintmark.stor", "memory:");

    assertThat(fault(settings, Shop.User.class))
        .contains(
            "hibernate.mintmark.generators.users.widow: no such setting; did you mean window?",
            "hibernate.mintmark.stor: no such setting; did you mean store?");
  }

  @Test
  void start_generatorsInFileAndProperties_throws(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("m.yaml"), "generators: {}");

    assertThat(fault(
            Map.of(
                "hibernate.mintmark.config",
                file.toString(),
                "hibernate.mintmark.generators.users.type",
                "snowflake"),
            Shop.User.class))
        .isEqualTo("hibernate.mintmark.config: generators are in a file and also in settings:"
            + " config=" + file + ", generators=[users]; move these into the file");
  }

  static Stream<Arguments> classes() {
    return Stream.of(
        arguments(
            OfAnId.class,
            "users",
            "the id belongs to the entity " + Shop.User.class.getName()
                + ": put the annotation there"),
        arguments(
            OfAnEmbeddedId.class,
            "users",
            "the id consists of several parts: put the annotation on the generated part"),
        arguments(
            OfAnIdClass.class,
            "users",
            "the id consists of several parts: put the annotation on the generated part"));
  }

  @ParameterizedTest
  @MethodSource("classes")
  void start_wrongClass_isRefused(Class<?> entity, String name, String fault) {
    assertThat(fault(Factories.GENERATORS, Shop.User.class, entity))
        .isEqualTo("@MintmarkId(\"" + name + "\") on " + entity.getName() + ": " + fault);
  }

  @Test
  void start_idOfAClassOfTheWrongType_isRefused() {
    assertThat(fault(Factories.GENERATORS, IntOfClass.class))
        .startsWith("@MintmarkId(\"users\") on " + IntOfClass.class.getName()
            + ".id: the type cannot hold this generator's ids: type=int");
  }

  @Entity(name = "OfAnId")
  @MintmarkId("users")
  static class OfAnId extends Shop.User {}

  @Entity(name = "OfAnEmbeddedId")
  @MintmarkId("users")
  static class OfAnEmbeddedId {
    @EmbeddedId
    Shop.StampKey id = new Shop.StampKey();
  }

  @Entity(name = "OfAnIdClass")
  @IdClass(Shop.ItemKey.class)
  @MintmarkId("users")
  static class OfAnIdClass {
    @Id
    @Nullable
    String tenant;

    @Id
    @Nullable
    Long number;
  }

  @Entity(name = "IntOfClass")
  @MintmarkId("users")
  static class IntOfClass {
    @Id
    int id;
  }

  @Entity(name = "Misspelt")
  static class Misspelt {
    @Id
    @MintmarkId("user")
    @Nullable
    Long id;
  }

  @Entity(name = "OfAnInt")
  static class OfAnInt {
    @Id
    @MintmarkId("users")
    int id;
  }

  @Entity(name = "NumberAsUuid")
  static class NumberAsUuid {
    @Id
    @MintmarkId("invoices")
    @Nullable
    UUID id;
  }

  @Entity(name = "KeyAsNumber")
  static class KeyAsNumber {
    @Id
    @MintmarkId("codes")
    @Nullable
    Long id;
  }

  @Entity(name = "PrefixedAsNumber")
  static class PrefixedAsNumber {
    @Id
    @MintmarkId("tickets")
    @Nullable
    Long id;
  }

  @Entity(name = "NarrowPrefixed")
  static class NarrowPrefixed {
    @Id
    @MintmarkId("tickets")
    @Column(length = 26)
    @Nullable
    String id;
  }

  @Entity(name = "NarrowTypeId")
  static class NarrowTypeId {
    @Id
    @MintmarkId("members")
    @Column(length = 32)
    @Nullable
    String id;
  }

  @Entity(name = "NarrowKey")
  static class NarrowKey {
    @Id
    @MintmarkId("codes")
    @Column(length = 6)
    @Nullable
    String id;
  }

  @Entity(name = "NarrowNumber")
  static class NarrowNumber {
    @Id
    @MintmarkId("users")
    @Column(length = 18)
    @Nullable
    String id;
  }

  @Entity(name = "Unrouted")
  static class Unrouted {
    @Id
    @MintmarkId("orders")
    @Nullable
    String id;
  }

  @Entity(name = "Routed")
  static class Routed {
    @Id
    @MintmarkId(value = "codes", route = "name")
    @Nullable
    String id;

    @Nullable
    String name;
  }

  @Entity(name = "RoutedByNothing")
  static class RoutedByNothing {
    @Id
    @MintmarkId(value = "orders", route = "user")
    @Nullable
    String id;

    @Nullable
    String name;
  }

  @Entity(name = "RoutedByMany")
  static class RoutedByMany {
    @Id
    @MintmarkId(value = "orders", route = "users")
    @Nullable
    String id;

    @ElementCollection
    Set<String> users = new HashSet<>();
  }

  @Entity(name = "WithVariable")
  static class WithVariable {
    @Id
    @MintmarkId("vouchers")
    @Nullable
    String id;
  }

  @Entity(name = "AllWrong")
  static class AllWrong {
    @Id
    @MintmarkId("orders")
    int id;
  }

  @Entity(name = "InOwnWords")
  static class InOwnWords {
    @Id
    @MintmarkId("codes")
    @Column(columnDefinition = "varchar(40)", length = 3)
    @Nullable
    String id;
  }
}
