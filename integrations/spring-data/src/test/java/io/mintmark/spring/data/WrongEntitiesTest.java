package io.mintmark.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mintmark.Mintmark;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.key.Shards;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.DBRef;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/**
 * Tests that wrong annotations prevent the start, with a message that names the annotation and the
 * property.
 */
class WrongEntitiesTest {

  record Misspelt(@Id @MintmarkId("user") @Nullable Long id) {}

  record OfAnInt(@Id @MintmarkId("users") int id) {}

  record NumberAsUuid(@Id @MintmarkId("users") @Nullable UUID id) {}

  record NotTheId(
      @Id @Nullable Long id, @MintmarkId("users") @Nullable Long number) {}

  record Unrouted(@Id @MintmarkId("orders") @Nullable String id) {}

  record Routed(
      @Id @MintmarkId(value = "users", route = "name") @Nullable
      Long id,

      String name) {}

  record RoutedByNothing(
      @Id @MintmarkId(value = "orders", route = "user") @Nullable
      String id,

      String name) {}

  record RoutedByMany(
      @Id @MintmarkId(value = "orders", route = "names") @Nullable
      String id,

      List<String> names) {}

  record RoutedByAnother(
      @Id @MintmarkId(value = "orders", route = "other") @Nullable
      String id,

      @DBRef Other other) {}

  record Other(@Id @Nullable String id) {}

  record OfATypeId(@Id @MintmarkId("members") @Nullable TypeId id) {}

  @MintmarkId("users")
  record OnTypeWithoutId(@Nullable Long number) {}

  @MintmarkId("users")
  record OnTypeOfAnInt(@Id int number) {}

  static Stream<Arguments> entities() {
    return Stream.of(
        arguments(
            OnTypeWithoutId.class, "\"users\") on {}", "the type has no id: put @Id on a property"),
        arguments(
            OnTypeOfAnInt.class,
            "\"users\") on {}.number",
            "the type cannot hold this generator's ids: type=int, generator=users, kind=snowflake;"
                + " use long or Long or String"),
        arguments(
            OfATypeId.class,
            "\"members\") on {}.id",
            "Spring Data has no converter for the type TypeId; give TypeIdConverters.all() to its"
                + " conversions, or use String"),
        arguments(
            Misspelt.class,
            "\"user\") on {}.id",
            "no generator has this name: name=user; did you mean users?"),
        arguments(
            OfAnInt.class,
            "\"users\") on {}.id",
            "the type cannot hold this generator's ids: type=int, generator=users, kind=snowflake;"
                + " use long or Long or String"),
        arguments(
            NumberAsUuid.class,
            "\"users\") on {}.id",
            "the type cannot hold this generator's ids: type=java.util.UUID, generator=users,"
                + " kind=snowflake; use long or Long or String"),
        arguments(
            NotTheId.class,
            "\"users\") on {}.number",
            "the property is not the entity's id: put the annotation next to @Id"),
        arguments(
            Unrouted.class,
            "\"orders\") on {}.id",
            "keys with shards are made for a route id, and the annotation names no property for it:"
                + " generator=orders; add route = \"PROPERTY\""),
        arguments(
            Routed.class,
            "\"users\") on {}.id",
            "ids without shards have no route: generator=users, kind=snowflake; leave the route"
                + " out"),
        arguments(
            RoutedByNothing.class,
            "\"orders\") on {}.id",
            "the entity has no such property: route=user; it has [id, name]"),
        arguments(
            RoutedByMany.class,
            "\"orders\") on {}.id",
            "the property is not one value, so it cannot be a route id: route=names,"
                + " type=java.util.List"),
        arguments(
            RoutedByAnother.class,
            "\"orders\") on {}.id",
            "the property is not one value, so it cannot be a route id: route=other, type="
                + Other.class.getName()));
  }

  @ParameterizedTest
  @MethodSource("entities")
  void start_wrongEntity_isRefused(Class<?> entity, String place, String fault) {
    MongoMappingContext mappings = new MongoMappingContext();
    mappings.setInitialEntitySet(Set.of(entity));
    mappings.afterPropertiesSet();
    try (Mintmark mint = Mintmark.open("memory:")) {
      List<Generator> unused = List.of(
          mint.snowflake("users"),
          GeneratorSettings.of(Map.of("type", "typeid", "prefix", "member"), key -> key)
              .open(mint, "members"),
          mint.keys("orders", k -> k.format("OD{db:2}{table:2}{seq:6}").shards(Shards.of(4, 2))));
      MongoIdCallback callback = new MongoIdCallback(mint, mappings);

      assertThat(catchThrowableOfType(
              ConfigurationException.class, callback::afterSingletonsInstantiated))
          .hasMessage("@MintmarkId(" + place.replace("{}", entity.getName()) + ": " + fault);
    }
  }
}
