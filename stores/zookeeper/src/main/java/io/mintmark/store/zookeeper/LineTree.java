package io.mintmark.store.zookeeper;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
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
   * How many nodes are read at a time, with two requests each; servers throttle a client with over
   * 1,000 open requests.
   */
  private static final int AT_A_TIME = 400;

  /**
   * A suffix. A name with this suffix sorts after the name itself and after every name below it.
   */
  private static final String ABOVE_SLASH = "0";

  /** A node, whose data and children were requested. */
  private record Node(
      String name,
      String path,
      CompletableFuture<Handle.@Nullable Data> data,
      CompletableFuture<List<String>> children) {}

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
    NavigableSet<String> left = new TreeSet<>(Set.of(directory));
    while (!left.isEmpty() && !isBehind(left.first(), lines, page)) {
      List<Node> nodes = new ArrayList<>();
      while (!left.isEmpty() && nodes.size() < Math.min(AT_A_TIME, page.limit())) {
        String name = Objects.requireNonNull(left.pollFirst());
        String path = name.isEmpty() ? layout.lines() : layout.line(name);
        nodes.add(new Node(name, path, session.read(path), session.children(path)));
      }
      for (Node node : nodes) {
        LineNode read = LineNode.read(node.path(), connection.await(deadline, node.data()));
        if (read.isLine() && page.holds(node.name())) {
          lines.put(node.name(), read.line(node.name()));
        }
        String start = node.name().isEmpty() ? "" : node.name() + "/";
        connection.await(deadline, node.children()).stream()
            .map(child -> start + child)
            .filter(name ->
                name.compareTo(page.to()) < 0 && (name + ABOVE_SLASH).compareTo(page.from()) > 0)
            .forEach(left::add);
      }
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
}
