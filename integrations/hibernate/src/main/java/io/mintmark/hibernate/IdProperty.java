package io.mintmark.hibernate;

import io.mintmark.error.ConfigurationException;
import io.mintmark.mapper.MintmarkId;
import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.Optional;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.jspecify.annotations.Nullable;

/**
 * An entity's property with {@link MintmarkId}.
 *
 * @param generator the name of the generator
 * @param route the property whose value is the route id; empty if the annotation names none
 * @param name the property's own name
 * @param type the property's type
 * @param columnLength the column's length in characters; empty if the mapping does not define it
 * @param entity the entity of the property
 */
record IdProperty(
    String generator,
    Optional<String> route,
    String name,
    Class<?> type,
    Optional<Long> columnLength,
    PersistentClass entity) {

  static IdProperty of(MintmarkId annotation, Member member, GeneratorCreationContext context) {
    Property property = property(member, context);
    return new IdProperty(
        annotation.value(),
        Optional.of(annotation.route()).filter(route -> !route.isEmpty()),
        property.getName(),
        type(member, property),
        columnLength(property),
        context.getPersistentClass());
  }

  /**
   * Returns the annotated property. For a part of an id with an {@code @IdClass}, Hibernate 6.6
   * does not pass the property, so it is looked up.
   */
  private static Property property(Member member, GeneratorCreationContext context) {
    @Nullable Property given = context.getProperty();
    return given == null
        ? partsOfId(context.getPersistentClass()).orElseThrow().getProperty(name(member))
        : given;
  }

  /**
   * Returns the parts of an id with an {@code @IdClass}, which are not among the entity's
   * properties.
   */
  private static Optional<Component> partsOfId(PersistentClass entity) {
    return entity.hasIdentifierProperty()
        ? Optional.empty()
        : Optional.of(entity.getIdentifier())
            .filter(Component.class::isInstance)
            .map(Component.class::cast);
  }

  private static String name(Member member) {
    String name = member.getName();
    return member instanceof Field
        ? name
        : Introspector.decapitalize(name.substring(name.startsWith("is") ? 2 : 3));
  }

  /** Finds a property of the entity by its name, including the parts of its id. */
  Optional<Property> other(String property) {
    Optional<Component> parts =
        partsOfId(entity).filter(component -> component.hasProperty(property));
    if (parts.isPresent()) {
      return parts.map(component -> component.getProperty(property));
    }
    return entity.hasProperty(property)
        ? Optional.of(entity.getProperty(property))
        : Optional.empty();
  }

  /**
   * Returns the member's type. If a superclass declares the member with a type variable, returns
   * the type that the entity chooses for this variable.
   */
  private static Class<?> type(Member member, Property property) {
    boolean chosen = member instanceof Field field
        ? field.getGenericType() instanceof TypeVariable
        : ((Method) member).getGenericReturnType() instanceof TypeVariable;
    if (chosen) {
      return property.getType().getReturnedClass();
    }
    return member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
  }

  /**
   * Returns the column's length; empty if the mapping defines the column in SQL, because the SQL
   * may contain any length.
   */
  private static Optional<Long> columnLength(Property property) {
    List<Column> columns = property.getColumns();
    return columns.size() == 1 && columns.get(0).getSqlType() == null
        ? Optional.ofNullable(columns.get(0).getLength())
        : Optional.empty();
  }

  /** Names the property in messages. */
  String place() {
    return "@MintmarkId(\"" + generator + "\") on " + entity.getEntityName() + "." + name;
  }

  ConfigurationException fault(String message) {
    return new ConfigurationException(place(), message);
  }
}
