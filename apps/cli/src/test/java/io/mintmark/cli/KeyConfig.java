package io.mintmark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A configuration with readable keys. */
final class KeyConfig {

  private KeyConfig() {}

  static Path in(Path directory) throws IOException {
    return Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          users:
            type: key
            format: "UD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
            zone: Asia/Shanghai
            version: 1
            shards: {databases: 4, tables-per-database: 4}
          orders:
            type: key
            format: "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}"
            zone: Asia/Shanghai
            version: 1
            shards: {databases: 4, tables-per-database: 2}
            route-from: users
            description: order numbers
            table: t_order
            column: order_id
          parcels: {type: key, format: "P{var:tenant:4}{seq:4}{check:iso7064-37-36}"}
          flakes: {type: snowflake, epoch: 2024-01-01T00:00:00Z, table: t_x, column: id}
        """);
  }
}
