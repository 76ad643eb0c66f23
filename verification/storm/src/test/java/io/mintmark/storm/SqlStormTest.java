package io.mintmark.storm;

import java.util.List;

/** The storm on SQL databases. */
final class SqlStormTest extends StormTest {

  static List<String> environments() {
    return List.of("postgresql", "mariadb", "mysql");
  }
}
