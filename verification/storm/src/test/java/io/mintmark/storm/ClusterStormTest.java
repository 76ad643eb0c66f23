package io.mintmark.storm;

import java.util.List;

/** The storm on etcd and ZooKeeper. */
final class ClusterStormTest extends StormTest {

  static List<String> environments() {
    return List.of("etcd", "zookeeper");
  }
}
