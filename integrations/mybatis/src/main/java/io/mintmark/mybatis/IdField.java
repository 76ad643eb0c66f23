package io.mintmark.mybatis;

import io.mintmark.Mintmark;
import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.mapper.MintmarkId;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.ibatis.reflection.DefaultReflectorFactory;
import org.apache.ibatis.reflection.MetaClass;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.reflection.ReflectorFactory;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.apache.ibatis.reflection.TypeParameterResolver;
import org.jspecify.annotations.Nullable;

/**
 * A field with {@link MintmarkId}, or the id of a class with that annotation, in the objects of one
 * class. A superclass may declare the field, or have the annotation.
 *
 * @param field the field, which is accessible
 * @param ids makes the ids
 * @param route the property whose value is the route id; empty if the annotation names none
 * @param reflectors caches the properties of the class, which are read by reflection
 * @param place the annotation and the field in messages
 */
record IdField(Field field, FieldIds ids, String route, ReflectorFactory reflectors, String place) {

  private static final String TABLE_ID = "com.baomidou.mybatisplus.annotation.TableId";

  /**
   * Finds the annotated fields of a class and its superclasses, and the id of an annotated class.
   *
   * @throws ConfigurationException if a getter is annotated, if an annotated class has no id, if
   *     there is no such generator, or if the generator does not fit the field
   */
  static List<IdField> of(Class<?> entity, Mintmark mint) {
    List<IdField> found = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    MintmarkId onType = null;
    for (Class<?> type = entity; type != null; type = type.getSuperclass()) {
      onType = onType == null ? type.getDeclaredAnnotation(MintmarkId.class) : onType;
      for (Field field : type.getDeclaredFields()) {
        fields.add(field);
        MintmarkId annotation = field.getAnnotation(MintmarkId.class);
        if (annotation != null) {
          found.add(of(entity, field, annotation, mint));
        }
      }
      for (Method method : type.getDeclaredMethods()) {
        MintmarkId annotation = method.getAnnotation(MintmarkId.class);
        // The compiler copies a record component's annotation to the accessor and the field.
        if (annotation != null && !type.isRecord()) {
          throw new ConfigurationException(
              place(annotation, entity.getName() + "." + method.getName() + "()"),
              "MyBatis fills fields, and this is a method: put the annotation on the field");
        }
      }
    }
    if (onType != null) {
      Field id = id(fields, entity, onType);
      if (!id.isAnnotationPresent(MintmarkId.class)) {
        found.add(of(entity, id, onType, mint));
      }
    }
    return List.copyOf(found);
  }

  /** Returns the field with MyBatis-Plus' annotation, or else the field with the name id. */
  private static Field id(List<Field> fields, Class<?> entity, MintmarkId onType) {
    return fields.stream()
        .filter(IdField::isTableId)
        .findFirst()
        .or(() -> fields.stream()
            .filter(f -> f.getName().equals("id") && !Modifier.isStatic(f.getModifiers()))
            .findFirst())
        .orElseThrow(() -> new ConfigurationException(
            place(onType, entity.getName()),
            "the class has no field with @TableId or with the name id: put the annotation on the"
                + " id's field"));
  }

  /** The annotation is compared by its name, because MyBatis-Plus may be absent. */
  private static boolean isTableId(Field field) {
    return Stream.of(field.getAnnotations())
        .anyMatch(annotation -> annotation.annotationType().getName().equals(TABLE_ID));
  }

  private static IdField of(Class<?> entity, Field field, MintmarkId annotation, Mintmark mint) {
    String place = place(annotation, entity.getName() + "." + field.getName());
    List<String> faults = new ArrayList<>();
    ReflectorFactory reflectors = new DefaultReflectorFactory();
    if (!field.trySetAccessible()) {
      faults.add(Message.of(
          "the module does not allow access to the field: module={}; add 'opens {};' to its"
              + " module-info.java",
          field.getDeclaringClass().getModule().getName(),
          field.getDeclaringClass().getPackageName()));
    }
    FieldIds ids = FieldIds.of(
        TypeParameterResolver.resolveFieldType(field, entity) instanceof Class<?> type
            ? type
            : field.getType(),
        FieldIds.find(mint, annotation.value(), place),
        !annotation.route().isEmpty(),
        faults);
    if (!annotation.route().isEmpty()) {
      checkRoute(MetaClass.forClass(entity, reflectors), annotation.route(), faults);
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(place, faults);
    }
    return new IdField(field, ids, annotation.route(), reflectors, place);
  }

  private static void checkRoute(MetaClass properties, String route, List<String> faults) {
    if (!properties.hasGetter(route)) {
      faults.add(Message.of(
          "the entity has no such property: route={}; it has {}",
          route,
          Stream.of(properties.getGetterNames()).sorted().toList()));
      return;
    }
    Class<?> type = properties.getGetterType(route);
    if (type.isArray()
        || Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)) {
      faults.add(notOneValue(route, type));
    }
  }

  private static String notOneValue(String route, Class<?> type) {
    return Message.of(
        "the property is not one value, so it cannot be a route id: route={}, type={}",
        route,
        type.getName());
  }

  private static String place(MintmarkId annotation, String member) {
    return "@MintmarkId(\"" + annotation.value() + "\") on " + member;
  }

  /**
   * Returns whether an object lacks this id.
   *
   * @throws ConfigurationException if it does, and the field is final, so that it cannot be filled
   */
  boolean isMissing(Object entity) {
    boolean missing = ids.isMissing(value(entity));
    if (missing && Modifier.isFinal(field.getModifiers())) {
      throw new ConfigurationException(
          place,
          "the id is not set, and the field is final, as in every record, so it cannot be filled;"
              + " no id issued. Make the id before you create the object");
    }
    return missing;
  }

  private @Nullable Object value(Object entity) {
    try {
      return field.get(entity);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(place, e);
    }
  }

  void set(Object entity, Object id) {
    try {
      field.set(entity, id);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(place, e);
    }
  }

  /**
   * Returns the route id of an object's key.
   *
   * @throws IllegalArgumentException if the route id is not set
   * @throws ConfigurationException if it is another object, whose text may differ for each instance
   */
  Optional<String> routeId(Object entity) {
    if (route.isEmpty()) {
      return Optional.empty();
    }
    Object value = MetaObject.forObject(
            entity,
            SystemMetaObject.DEFAULT_OBJECT_FACTORY,
            SystemMetaObject.DEFAULT_OBJECT_WRAPPER_FACTORY,
            reflectors)
        .getValue(route);
    if (value == null) {
      throw new IllegalArgumentException(Message.of(
          "the property with the route id is not set: {}, route={}; no id issued", place, route));
    }
    if (!(value instanceof Comparable)) {
      throw new ConfigurationException(
          place,
          notOneValue(route, value.getClass())
              + "; no id issued. Name a property of that object, for example "
              + route
              + ".id");
    }
    return Optional.of(value.toString());
  }
}
