package io.mintmark.store.zookeeper;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of the nodes below a namespace's node. The lines (counters) are a tree of their own,
 * in which every part of a name is a node: {@code seq/a} and {@code seq/a/b} are both lines, the
 * second below the first. The names of the tree's root and of all other nodes contain an at sign.
 * No line's name and no part of a namespace contains one. So these nodes never collide with a line,
 * or with the nodes of a namespace inside this one.
 */
record Layout(String namespace) {

  String lines() {
    return namespace + "/@lines";
  }

  /** Returns the node that is written in order to read the servers' clock. */
  String clock() {
    return namespace + "/@clock";
  }

  /**
   * Returns the parent of the nodes for steps from version -1 to 0; see {@link ZooKeeperEngine}.
   */
  String passages() {
    return namespace + "/@passages";
  }

  String line(String line) {
    return lines() + "/" + line;
  }

  String passage(String line, long mzxid) {
    return passages() + "/" + line.replace('/', '@') + "@" + Long.toHexString(mzxid);
  }

  /** Returns the nodes above a line's node, from the top. */
  List<String> above(String line) {
    List<String> parents = new ArrayList<>();
    for (int slash = line.indexOf('/'); slash >= 0; slash = line.indexOf('/', slash + 1)) {
      parents.add(line(line.substring(0, slash)));
    }
    return parents;
  }
}
