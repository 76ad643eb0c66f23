package io.mintmark.jooq;

import io.mintmark.Mintmark;
import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Named;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.TableRecord;
import org.jooq.UniqueKey;

/**
 * A column whose values a generator makes.
 *
 * @param table the table's name, with or without its schema
 * @param column the column's name; empty for the only column of the primary key
 * @param generator the generator's name
 * @param route the name of the column whose value decides the shard of the row; empty for ids
 *     without shards
 */
record IdColumn(String table, Optional<String> column, String generator, Optional<String> route) {

  static IdColumn of(TableField<?, ?> id, String generator, Optional<String> route) {
    Table<?> table = id.getTable();
    if (table == null) {
      throw new ConfigurationException(
          "jOOQ", Message.of("the column has no table: column={}", id.getName()));
    }
    return new IdColumn(full(table), Optional.of(id.getName()), generator, route);
  }

  private static String full(Named named) {
    return String.join(".", Stream.of(named.getQualifiedName().getName()).toList());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * Throws if another generator has the same column.
   *
   * @throws ConfigurationException if so
   */
  void requireOther(IdColumn other) {
    if (lower(table).equals(lower(other.table))
        && column.map(IdColumn::lower).equals(other.column.map(IdColumn::lower))) {
      throw new ConfigurationException(
          "jOOQ",
          Message.of(
              "two generators have one table: table={}, generators={} and {}; keep one, or give"
                  + " each its column",
              table,
              other.generator,
              generator));
    }
  }

  /** Returns whether the column belongs to a table of jOOQ. */
  boolean isIn(Table<?> found) {
    String full = lower(full(found));
    String wanted = lower(table);
    return full.equals(wanted) || full.endsWith("." + wanted);
  }

  /**
   * Finds the column in a table of jOOQ.
   *
   * @throws ConfigurationException if the table has no such column, or no primary key of one column
   */
  Field<?> field(Table<?> found) {
    if (column.isPresent()) {
      return named(found, column.get());
    }
    UniqueKey<?> key = found.getPrimaryKey();
    if (key == null || key.getFields().size() != 1) {
      throw fault(
          "the table has no primary key of one column: table={}, generator={}; name the column of"
              + " the generator",
          found.getName());
    }
    return key.getFields().get(0);
  }

  private Field<?> named(Table<?> found, String name) {
    return found
        .fieldStream()
        .filter(field -> field.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() -> fault(
            "the table has no such column: table={}, generator={}, column=" + name,
            found.getName()));
  }

  /**
   * Returns the route id of a record's key.
   *
   * @throws IllegalArgumentException if the route id is not set
   */
  Optional<String> routeId(TableRecord<?> record) {
    return route.map(name -> {
      Object value = ((Record) record).get(named(record.getTable(), name));
      if (value == null) {
        throw new IllegalArgumentException(Message.of(
            "the column with the route id is not set: table={}, column={}, generator={}; no id"
                + " issued",
            table,
            name,
            generator));
      }
      return value.toString();
    });
  }

  /**
   * Returns the ids for a column.
   *
   * @throws ConfigurationException if no open generator has the name, or its ids do not fit
   */
  FieldIds ids(Mintmark mint, Field<?> field) {
    String place = "jOOQ column " + table + "." + field.getName();
    Generator found = FieldIds.find(mint, generator, place);
    if (found instanceof KeyGenerator keys && keys.isRouted() && route.isEmpty()) {
      throw new ConfigurationException(
          place,
          Message.of(
              "keys with shards are made for a route id, and no column is named for it:"
                  + " generator={}; add the column with fill(id, generator, route)",
              generator));
    }
    List<String> faults = new ArrayList<>();
    FieldIds ids = FieldIds.of(field.getType(), found, route.isPresent(), faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(place, faults);
    }
    return ids;
  }

  private ConfigurationException fault(String message, String found) {
    return new ConfigurationException("jOOQ", Message.of(message, found, generator));
  }
}
