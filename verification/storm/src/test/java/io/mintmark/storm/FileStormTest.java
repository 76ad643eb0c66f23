package io.mintmark.storm;

import java.util.List;

/** The storm on the embedded store and MongoDB's protocol. */
final class FileStormTest extends StormTest {

  static List<String> environments() {
    return List.of("embedded", "mongodb");
  }
}
