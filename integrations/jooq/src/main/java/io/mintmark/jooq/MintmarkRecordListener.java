package io.mintmark.jooq;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.RecordContext;
import org.jooq.RecordListener;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.TableRecord;

/**
 * Fills the missing ids of jOOQ's records before they are inserted, by {@code insert}, {@code
 * store}, {@code merge} or a batch of these. An id is missing if it is {@code null}; an id that is
 * set is kept. Immutable and thread-safe. The documentation of each type of generator describes
 * among which ids an id is unique, how ids are ordered, and when calls wait or fail.
 *
 * <p>jOOQ calls a listener only for records. Statements such as {@code insertInto(...).values(...)}
 * get no ids.
 */
public final class MintmarkRecordListener implements RecordListener {

  private final Mintmark mint;
  private final List<IdColumn> columns;

  /** The ids of the columns that were filled already. */
  private final Map<Field<?>, FieldIds> ids = new ConcurrentHashMap<>();

  private MintmarkRecordListener(Mintmark mint, List<IdColumn> columns) {
    this.mint = mint;
    this.columns = columns;
  }

  /**
   * Makes a listener that fills no column yet.
   *
   * @param mint makes the ids; the generators must be open, and must not be {@linkplain
   *     Mintmark#forget forgotten}. The caller closes it
   * @return the listener
   */
  public static MintmarkRecordListener of(Mintmark mint) {
    return new MintmarkRecordListener(Objects.requireNonNull(mint, "mint"), List.of());
  }

  /**
   * Makes a listener for the tables that generators name in their setting {@code table}. The column
   * is that of the setting {@code column}, or else the only column of the table's primary key.
   * Letter case does not matter. A table without a schema means that table in any schema.
   *
   * @param mint makes the ids; the caller closes it
   * @param config the generators and their tables
   * @return the listener
   * @throws ConfigurationException if two generators name the same column, or if a generator cannot
   *     be opened
   * @throws io.mintmark.error.StoreUnavailableException if the store cannot be reached
   */
  public static MintmarkRecordListener of(Mintmark mint, Config config) {
    config.open(mint);
    MintmarkRecordListener listener = of(mint);
    for (String name : config.generators().keySet()) {
      Map<String, String> notes =
          Objects.requireNonNull(config.generators().get(name)).settings().notes();
      if (notes.containsKey("table")) {
        IdColumn added = new IdColumn(
            Objects.requireNonNull(notes.get("table")),
            Optional.ofNullable(notes.get("column")),
            name,
            Optional.empty());
        listener.columns.forEach(added::requireOther);
        listener = listener.and(added);
      }
    }
    return listener;
  }

  /**
   * Adds a column to fill. It replaces the generator that the column has already.
   *
   * @param id the column, usually a primary key: a {@code Long} for ids that are numbers, a {@link
   *     java.util.UUID} for UUIDs, or a {@code String} for any id
   * @param generator the name of an open generator
   * @return a listener that also fills this column
   */
  public MintmarkRecordListener fill(TableField<?, ?> id, String generator) {
    return and(IdColumn.of(id, generator, Optional.empty()));
  }

  /**
   * Adds a column to fill with keys that have shards. It replaces the generator that the column has
   * already.
   *
   * @param id the column, a {@code String}
   * @param generator the name of an open generator of keys with shards
   * @param route the column whose value decides the shard of the row
   * @return a listener that also fills this column
   */
  public MintmarkRecordListener fill(
      TableField<?, ?> id, String generator, TableField<?, ?> route) {
    return and(IdColumn.of(id, generator, Optional.of(route.getName())));
  }

  private MintmarkRecordListener and(IdColumn added) {
    return new MintmarkRecordListener(
        mint, Stream.concat(Stream.of(added), columns.stream()).toList());
  }

  /**
   * Fills the missing ids of records now, in one batch for each column and route id. Call this
   * before a batch of inserts: jOOQ calls a listener separately for each record of a batch, which
   * costs a claim for each record if the generator claims each id by itself.
   *
   * @param records the records to insert
   * @throws ConfigurationException if the table has no such column, no open generator has the name,
   *     or its ids do not fit the column; the message names the table and the column
   * @throws IllegalArgumentException if a route id is missing or invalid, or if one batch would
   *     have more than {@value io.mintmark.generator.Generator#MAX_BATCH} ids
   * @throws io.mintmark.error.MintmarkException if the ids cannot be made; no record is changed
   */
  public void fill(Collection<? extends TableRecord<?>> records) {
    Map<Batch, List<TableRecord<?>>> missing = new LinkedHashMap<>();
    for (TableRecord<?> record : records) {
      columns(record.getTable()).forEach((field, column) -> {
        if (record.get(field) == null) {
          FieldIds made = ids.computeIfAbsent(field, key -> column.ids(mint, key));
          missing
              .computeIfAbsent(
                  new Batch(field, made, column.routeId(record)), key -> new ArrayList<>())
              .add(record);
        }
      });
    }
    // All ids are made before the first record is changed.
    Map<Batch, List<?>> made = new LinkedHashMap<>();
    missing.forEach(
        (batch, rows) -> made.put(batch, batch.ids.nextBatch(batch.routeId, rows.size())));
    made.forEach((batch, values) -> {
      List<TableRecord<?>> rows = missing.getOrDefault(batch, List.of());
      for (int i = 0; i < rows.size(); i++) {
        set(rows.get(i), batch.field, values.get(i));
      }
    });
  }

  /** Returns the columns to fill in a table. The generator that was added last counts. */
  private Map<Field<?>, IdColumn> columns(Table<?> table) {
    Map<Field<?>, IdColumn> found = new LinkedHashMap<>();
    for (IdColumn column : columns) {
      if (column.isIn(table)) {
        found.putIfAbsent(column.field(table), column);
      }
    }
    return found;
  }

  /** The ids of one batch: all are for the same column and the same route id. */
  private record Batch(Field<?> field, FieldIds ids, Optional<String> routeId) {}

  private static <T> void set(Record record, Field<T> field, Object id) {
    record.set(field, field.getType().cast(id));
  }

  /** Fills the missing ids of the record to insert, as {@link #fill(Collection)} does. */
  @Override
  public void insertStart(RecordContext context) {
    fill(context);
  }

  /** Fills the missing ids of the record to merge, as {@link #fill(Collection)} does. */
  @Override
  public void mergeStart(RecordContext context) {
    fill(context);
  }

  private void fill(RecordContext context) {
    List<TableRecord<?>> records = new ArrayList<>();
    for (Record record : context.batchRecords()) {
      if (record instanceof TableRecord<?> row) {
        records.add(row);
      }
    }
    fill(records);
  }
}
