package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.uuid.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * The id of an entity with {@link MintmarkId}.
 *
 * @param property the id
 * @param ids makes the ids
 * @param route the property whose value is the route id; null if the annotation names none
 * @param place the property's name in messages
 */
record EntityId(
    PersistentProperty<?> property,
    FieldIds ids,
    @Nullable PersistentProperty<?> route,
    String place) {

  /**
   * Finds the annotation on a property, or else on the type, and the generator that it names.
   *
   * @param routes tests whether a mapped property can be the route id
   * @return the id; empty if the entity does not have the annotation
   * @throws ConfigurationException if there is no such generator, the generator does not fit the
   *     property, or an annotated type has no id
   */
  static Optional<EntityId> of(
      PersistentEntity<?, ?> entity, Mintmark mint, Predicate<PersistentProperty<?>> routes) {
    PersistentProperty<?> found = null;
    for (PersistentProperty<?> property : entity.getPersistentProperties(MintmarkId.class)) {
      found = property;
    }
    if (found != null) {
      MintmarkId annotation = found.getRequiredAnnotation(MintmarkId.class);
      return Optional.of(of(entity, found, annotation, mint, routes));
    }
    MintmarkId onType = entity.findAnnotation(MintmarkId.class);
    if (onType == null) {
      return Optional.empty();
    }
    PersistentProperty<?> id = entity.getIdProperty();
    if (id == null) {
      throw new ConfigurationException(
          place(onType, entity.getName()), "the type has no id: put @Id on a property");
    }
    return Optional.of(of(entity, id, onType, mint, routes));
  }

  private static EntityId of(
      PersistentEntity<?, ?> entity,
      PersistentProperty<?> property,
      MintmarkId annotation,
      Mintmark mint,
      Predicate<PersistentProperty<?>> routes) {
    String place = place(annotation, entity.getName() + "." + property.getName());
    List<String> faults = new ArrayList<>();
    if (!property.isIdProperty()) {
      faults.add("the property is not the entity's id: put the annotation next to @Id");
    }
    if (property.getType() == TypeId.class && property.isEntity()) {
      faults.add("Spring Data has no converter for the type TypeId; give TypeIdConverters.all() to"
          + " its conversions, or use String");
    }
    FieldIds ids = FieldIds.of(
        property.getType(),
        FieldIds.find(mint, annotation.value(), place),
        !annotation.route().isEmpty(),
        faults);
    PersistentProperty<?> route =
        annotation.route().isEmpty() ? null : route(entity, annotation.route(), routes, faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(place, faults);
    }
    return new EntityId(property, ids, route, place);
  }

  private static String place(MintmarkId annotation, String member) {
    return "@MintmarkId(\"" + annotation.value() + "\") on " + member;
  }

  private static @Nullable PersistentProperty<?> route(
      PersistentEntity<?, ?> entity,
      String name,
      Predicate<PersistentProperty<?>> routes,
      List<String> faults) {
    PersistentProperty<?> route = entity.getPersistentProperty(name);
    if (route == null) {
      List<String> names = new ArrayList<>();
      entity.forEach(property -> names.add(property.getName()));
      faults.add(Message.of("the entity has no such property: route={}; it has {}", name, names));
    } else if (route.isCollectionLike() || route.isMap() || !routes.test(route)) {
      faults.add(Message.of(
          "the property is not one value, so it cannot be a route id: route={}, type={}",
          name,
          route.getType().getName()));
    }
    return route;
  }

  boolean isMissing(PersistentPropertyAccessor<?> entity) {
    return ids.isMissing(entity.getProperty(property));
  }

  /**
   * Returns the route id of a key.
   *
   * @param idOf returns a reference's id, and any other value unchanged
   * @throws IllegalArgumentException if the route id is not set
   */
  Optional<String> routeId(PersistentPropertyAccessor<?> entity, UnaryOperator<Object> idOf) {
    if (route == null) {
      return Optional.empty();
    }
    Object value = entity.getProperty(route);
    if (value == null) {
      throw new IllegalArgumentException(Message.of(
          "the property with the route id is not set: {}, route={}; no id issued",
          place,
          route.getName()));
    }
    return Optional.of(idOf.apply(value).toString());
  }
}
