package io.mintmark.mybatis;

import com.baomidou.mybatisplus.core.metadata.TableInfo;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the generator of a table. The configuration of a generator names its table. */
final class GeneratorsByTable {

  /** The generators. A key is a table, or a table and a column with a dot between them. */
  private final Map<String, Generator> byTable;

  private final Set<String> tables;
  private final Optional<Generator> others;

  private GeneratorsByTable(
      Map<String, Generator> byTable, Set<String> tables, Optional<Generator> others) {
    this.byTable = byTable;
    this.tables = tables;
    this.others = others;
  }

  static GeneratorsByTable of(
      Config config, Map<String, Generator> opened, Optional<String> others) {
    Map<String, Generator> byTable = new HashMap<>();
    Set<String> tables = new TreeSet<>();
    List<String> faults = new ArrayList<>();
    config.generators().forEach((name, configured) -> {
      Map<String, String> notes = configured.settings().notes();
      Generator generator = opened.get(name);
      if (notes.containsKey("table") && generator != null) {
        String place = Stream.of("table", "column")
            .filter(notes::containsKey)
            .map(notes::get)
            .reduce((table, column) -> table + "." + column)
            .orElseThrow();
        tables.add(place);
        Generator before = byTable.putIfAbsent(plain(place), generator);
        if (before != null) {
          faults.add(Message.of(
              "{}: two generators have one table: table={}, also={}; keep one, or give each its"
                  + " column",
              configured.place(),
              place,
              before.name()));
        }
      }
    });
    Optional<Generator> found = others.map(opened::get);
    if (others.isPresent() && found.isEmpty()) {
      faults.add(Message.of(
          "the generator for all other tables is not configured: name={}, configured={}",
          others.get(),
          config.generators().keySet()));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException("MyBatis-Plus", faults);
    }
    return new GeneratorsByTable(byTable, tables, found);
  }

  /**
   * Returns the generator for an id that is requested without an entity. This is the generator for
   * tables that no configured generator names.
   */
  Generator ofNoTable() {
    return others.orElseThrow(() -> new ConfigurationException(
        "MyBatis-Plus",
        "an id is requested without an entity, and no generator is named for all other tables; no"
            + " id issued. Name one in mintmark.mybatis-plus.other-tables"));
  }

  /**
   * Finds the generator of an entity's table. Looks up the table with its column, then the table
   * alone, then both again without the schema.
   */
  Generator of(TableInfo table) {
    String full = plain(table.getTableName());
    String alone = full.substring(full.lastIndexOf('.') + 1);
    String column = "." + plain(table.getKeyColumn());
    return Stream.of(full + column, full, alone + column, alone)
        .filter(byTable::containsKey)
        .findFirst()
        .map(byTable::get)
        .or(() -> others)
        .orElseThrow(() -> new ConfigurationException(
            "entity " + table.getEntityType().getName(),
            Message.of(
                "no generator is configured for the table: table={}, known={}; no id issued. Give a"
                    + " generator 'table: {}', or name one for all other tables in"
                    + " mintmark.mybatis-plus.other-tables",
                table.getTableName(),
                tables,
                table.getTableName())));
  }

  private static String plain(String name) {
    return name.replaceAll("[`\"\\[\\]]", "").toLowerCase(Locale.ROOT);
  }
}
