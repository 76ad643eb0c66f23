package io.mintmark.mybatis;

import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.toolkit.ReflectionKit;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the ids of one entity class, converted to the type of its key property. */
final class EntityIds {

  /** The highest id that fits each property type. MyBatis-Plus converts a Long to these types. */
  private static final Map<Class<?>, Long> HIGHEST = Map.of(
      long.class,
      Long.MAX_VALUE,
      Long.class,
      Long.MAX_VALUE,
      String.class,
      Long.MAX_VALUE,
      BigInteger.class,
      Long.MAX_VALUE,
      BigDecimal.class,
      Long.MAX_VALUE,
      int.class,
      (long) Integer.MAX_VALUE,
      Integer.class,
      (long) Integer.MAX_VALUE,
      short.class,
      (long) Short.MAX_VALUE,
      Short.class,
      (long) Short.MAX_VALUE);

  private final TableInfo table;
  private final Generator generator;

  /** The property with the route id; null if the generator's keys have no shards. */
  private final @Nullable String route;

  EntityIds(TableInfo table, Generator generator) {
    this.table = table;
    this.generator = generator;
    this.route = generator instanceof KeyGenerator keys && keys.isRouted() ? routeProperty() : null;
  }

  private String routeProperty() {
    List<String> marked = ReflectionKit.getFieldList(table.getEntityType()).stream()
        .filter(field -> field.isAnnotationPresent(RouteId.class))
        .map(Field::getName)
        .toList();
    if (marked.size() != 1) {
      throw fault(Message.of(
          "the keys have shards, and not exactly one field is marked @RouteId to route a row:"
              + " generator={}, marked={}; no id issued",
          generator.name(),
          marked));
    }
    return marked.get(0);
  }

  Number nextNumber() {
    if (!(generator instanceof LongGenerator numbers)) {
      throw fault(Message.of(
          "IdType.ASSIGN_ID requires numbers, but this generator makes text: generator={}, kind={};"
              + " no id issued. Use IdType.ASSIGN_UUID, and a String",
          generator.name(),
          generator.kind()));
    }
    Class<?> keyType = table.getKeyType();
    Long highest = HIGHEST.get(keyType.isAssignableFrom(Long.class) ? Long.class : keyType);
    if (highest == null) {
      throw fault(Message.of(
          "the key's type cannot hold a number exactly: property={}, type={}; no id issued. Use"
              + " Long",
          table.getKeyProperty(),
          keyType.getName()));
    }
    long id = numbers.next();
    if (id > highest) {
      throw fault(Message.of(
          "the id is too high for the key's type: property={}, type={}, id={}, generator={}; it is"
              + " burned. Use Long",
          table.getKeyProperty(),
          keyType.getName(),
          id,
          generator.name()));
    }
    return id;
  }

  String nextText(Object entity) {
    if (route == null) {
      return generator.nextText();
    }
    Object routeId = table.getPropertyValue(entity, route);
    if (routeId == null) {
      throw new IllegalArgumentException(Message.of(
          "the property with the route id is null: entity={}, property={}; no id issued",
          table.getEntityType().getName(),
          route));
    }
    return ((KeyGenerator) generator).nextFor(routeId.toString());
  }

  private ConfigurationException fault(String fault) {
    return new ConfigurationException("entity " + table.getEntityType().getName(), fault);
  }
}
