package io.mintmark.store.zookeeper;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of the nodes below a namespace's node. The lines are a tree of their own, in which
 * every part of a name is a node: {@code seq/a} and {@code seq/a/b} are both lines, the second
 * below the first. No name of a line or part of a namespace has an at sign, so that nothing here
 * meets a line, nor the lines of a namespace inside this one.
 */
record Layout(String namespace) {

  String lines() {
    return namespace + "/@lines";
  }

  /** A node that is written to read the servers' clock. */
  String clock() {
    return namespace + "/@clock";
  }

  /** Where the passages over version -1 are kept; see {@link ZooKeeperEngine}. */
  String passages() {
    return namespace + "/@passages";
  }

  String line(String line) {
    return lines() + "/" + line;
  }

  String passage(String line, long mzxid) {
    return passages() + "/" + line.replace('/', '@') + "@" + Long.toHexString(mzxid);
  }

  /** The nodes above a line's, from the top. */
  List<String> above(String line) {
    List<String> parents = new ArrayList<>();
    for (int slash = line.indexOf('/'); slash >= 0; slash = line.indexOf('/', slash + 1)) {
      parents.add(line(line.substring(0, slash)));
    }
    return parents;
  }
}
