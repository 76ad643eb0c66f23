package io.mintmark.hibernate;

import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.mapping.Property;
import org.hibernate.type.Type;
import org.jspecify.annotations.Nullable;

/** Makes the ids of one entity's property. Thread-safe. */
final class EntityIds {

  private static final int UUID_LENGTH = 36;
  private static final int OBJECT_ID_LENGTH = 24;

  private final IdProperty property;
  private final FieldIds ids;

  /**
   * Whether the route property refers to another entity. The route id is then the other entity's
   * id.
   */
  private final boolean routedByEntity;

  /**
   * Checks that a generator fits a property.
   *
   * @throws ConfigurationException with every mismatch
   */
  EntityIds(IdProperty property, Generator generator) {
    this.property = property;
    List<String> faults = new ArrayList<>();
    ids = FieldIds.of(property.type(), generator, property.route().isPresent(), faults);
    checkLength(generator, faults);
    routedByEntity = property.route().isPresent() && isEntity(property.route().get(), faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(property.place(), faults);
    }
  }

  private void checkLength(Generator generator, List<String> faults) {
    long columnLength = property.columnLength().orElse(Long.MAX_VALUE);
    length(generator).ifPresent(length -> {
      boolean text = property.type() == String.class || property.type() == TypeId.class;
      if (text && length > columnLength) {
        faults.add(Message.of(
            "the column is too narrow for this generator's ids: columnLength={}, idLength={};"
                + " write @Column(length = {})",
            columnLength,
            length,
            length));
      }
    });
  }

  /** Returns the length of the longest id in characters; empty for a sequence, whose ids grow. */
  private static OptionalInt length(Generator generator) {
    if (generator instanceof KeyGenerator keys) {
      return OptionalInt.of(keys.format().length());
    }
    if (generator instanceof SnowflakeGenerator snowflakes) {
      long largest = (1L << snowflakes.layout().bits()) - 1;
      return OptionalInt.of(Long.toString(largest).length());
    }
    if (generator instanceof PrefixedIds prefixed) {
      if (prefixed.kind().equals("typeid")) {
        return OptionalInt.of(
            new TypeId(prefixed.prefix(), new UUID(0, 0)).toString().length());
      }
      OptionalInt plain = length(prefixed.ids());
      int around = prefixed.prefix().length() + 1 + (prefixed.hasCheckDigit() ? 1 : 0);
      return plain.isEmpty() ? plain : OptionalInt.of(plain.getAsInt() + around);
    }
    if (generator instanceof UuidGenerator) {
      return OptionalInt.of(UUID_LENGTH);
    }
    return generator instanceof ObjectIdGenerator
        ? OptionalInt.of(OBJECT_ID_LENGTH)
        : OptionalInt.empty();
  }

  private boolean isEntity(String route, List<String> faults) {
    Optional<Property> found = property.other(route);
    if (found.isEmpty()) {
      faults.add(Message.of(
          "the entity has no such property: route={}; it has {}",
          route,
          property.entity().getProperties().stream().map(Property::getName).toList()));
      return false;
    }
    Type type = found.get().getType();
    if (type.isCollectionType() || type.isComponentType()) {
      faults.add(Message.of(
          "the property has more than one value, so it cannot be a route id: route={}, type={}",
          route,
          type.getName()));
    }
    return type.isEntityType();
  }

  /**
   * Returns the id that is already set, or makes one.
   *
   * @throws io.mintmark.error.MintmarkException if no id could be made
   * @throws IllegalArgumentException if the route id is missing or invalid
   */
  Object idFor(SharedSessionContractImplementor session, Object entity, @Nullable Object set) {
    return set == null || ids.isMissing(set)
        ? ids.next(property.route().map(route -> routeId(session, entity, route)))
        : set;
  }

  private String routeId(SharedSessionContractImplementor session, Object entity, String name) {
    Object value = session.getEntityPersister(null, entity).getPropertyValue(entity, name);
    Object id = value != null && routedByEntity ? idOf(session, value) : value;
    if (id == null) {
      throw new IllegalArgumentException(Message.of(
          "the property with the route id is not set, or its entity has no id yet: {}, route={}; no"
              + " id issued",
          property.place(),
          name));
    }
    return id.toString();
  }

  private static @Nullable Object idOf(SharedSessionContractImplementor session, Object entity) {
    return session.getFactory().getPersistenceUnitUtil().getIdentifier(entity);
  }
}
