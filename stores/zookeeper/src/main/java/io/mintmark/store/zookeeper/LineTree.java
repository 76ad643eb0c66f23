package io.mintmark.store.zookeeper;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lists the lines (counters) of a namespace, and reads many nodes at a time. Of all nodes that it
 * knows and has not read, it always reads the ones with the lowest names next. So listing a page
 * needs only the page's own nodes and their parents.
 */
record LineTree(Connection connection, Layout layout) {

  /**
   * How many replies are awaited at a time; servers throttle a client with over 1,000 open
   * requests.
   */
  private static final int AT_A_TIME = 500;

  /**
   * A suffix. A name with this suffix sorts after the name itself and after every name below it.
   */
  private static final String ABOVE_SLASH = "0";

  /**
   * Lists a page. The result includes every write that was acknowledged before the call: this
   * session first makes a write of its own, and later reads of the session are at least as new. A
   * sync is not enough, because a leader that has lost its majority without noticing still answers
   * a sync.
   */
  List<Line> list(LinePage page, Deadline deadline) {
    Handle session = connection.handle(deadline);
    connection.await(deadline, session.set(layout.clock(), new byte[0], -1));
    int slash = page.prefix().lastIndexOf('/');
    String directory = page.prefix().substring(0, Math.max(slash, 0));
    boolean isPath = List.of(directory.split("/", -1)).stream().noneMatch(LineTree::isNoPart);
    if (slash >= 0 && !isPath) {
      return List.of();
    }
    NavigableMap<String, Line> lines = new TreeMap<>();
    NavigableSet<String> left = children(session, List.of(directory), page, deadline);
    while (!left.isEmpty() && !isBehind(left.first(), lines, page)) {
      List<String> names = new ArrayList<>();
      while (!left.isEmpty() && names.size() < Math.min(AT_A_TIME, page.limit())) {
        names.add(left.pollFirst());
      }
      List<String> parents = read(session, names, page, lines, deadline);
      left.addAll(children(session, parents, page, deadline));
      while (lines.size() > page.limit()) {
        lines.pollLastEntry();
      }
    }
    return List.copyOf(lines.values());
  }

  /**
   * Returns whether the page is full and its last line sorts before a name. The names below that
   * name sort even later.
   */
  private static boolean isBehind(String name, NavigableMap<String, Line> lines, LinePage page) {
    return lines.size() == page.limit() && lines.lastKey().compareTo(name) < 0;
  }

  private static boolean isNoPart(String part) {
    return part.isEmpty() || part.equals(".") || part.equals("..");
  }

  /** Adds the page's lines among the given names. Returns the names that have children. */
  private List<String> read(
      Handle session,
      List<String> names,
      LinePage page,
      Map<String, Line> lines,
      Deadline deadline) {
    List<String> parents = new ArrayList<>();
    Map<String, CompletableFuture<Handle.@Nullable Data>> replies = new LinkedHashMap<>();
    for (String name : names) {
      replies.put(name, session.read(layout.line(name)));
    }
    replies.forEach((name, reply) -> {
      Handle.@Nullable Data data = connection.await(deadline, reply);
      LineNode node = LineNode.read(layout.line(name), data);
      if (node.isLine() && page.holds(name)) {
        lines.put(
            name, new Line(name, node.next(), node.note(), Instant.ofEpochMilli(node.movedMs())));
      }
      if (data != null && data.stat().getNumChildren() > 0) {
        parents.add(name);
      }
    });
    return parents;
  }

  /**
   * Returns the children of the given names, without the children that are outside the page and
   * have no descendant in it.
   */
  private NavigableSet<String> children(
      Handle session, List<String> parents, LinePage page, Deadline deadline) {
    Map<String, CompletableFuture<List<String>>> replies = new LinkedHashMap<>();
    for (String parent : parents) {
      String path = parent.isEmpty() ? layout.lines() : layout.line(parent);
      replies.put(parent, session.children(path));
    }
    NavigableSet<String> names = new TreeSet<>();
    replies.forEach((parent, reply) -> {
      String start = parent.isEmpty() ? "" : parent + "/";
      for (String child : connection.await(deadline, reply)) {
        String name = start + child;
        if (name.compareTo(page.to()) < 0 && (name + ABOVE_SLASH).compareTo(page.from()) > 0) {
          names.add(name);
        }
      }
    });
    return names;
  }
}
