package io.mintmark.storm;

import java.util.List;

/** The storm on a service. */
final class ServiceStormTest extends StormTest {

  static List<String> environments() {
    return List.of("service");
  }
}
