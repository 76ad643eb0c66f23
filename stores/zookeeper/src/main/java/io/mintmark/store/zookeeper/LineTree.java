package io.mintmark.store.zookeeper;

import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Lists the lines of a namespace, level by level of their tree, many nodes at a time. */
final class LineTree {

  /** How many replies are waited for at a time; servers hold back who has more out than 1,000. */
  private static final int AT_A_TIME = 500;

  private final Connection connection;
  private final Layout layout;

  LineTree(Connection connection, Layout layout) {
    this.connection = connection;
    this.layout = layout;
  }

  /**
   * Lists the lines whose names start so, in the order of their bytes. Answers with every write
   * that was acknowledged before: a write of this session's own goes first, and what the session
   * then reads is at least as new. A sync alone would not do, as a leader that has lost its
   * majority and does not know it yet still answers one.
   */
  List<Line> list(String prefix, Deadline deadline) {
    Handle session = connection.handle(deadline);
    connection.await(deadline, session.set(layout.clock(), new byte[0], -1));
    int slash = prefix.lastIndexOf('/');
    String directory = prefix.substring(0, Math.max(slash, 0));
    boolean isPath = List.of(directory.split("/", -1)).stream().noneMatch(LineTree::isNoPart);
    if (slash >= 0 && !isPath) {
      return List.of();
    }
    List<Line> lines = new ArrayList<>();
    List<String> level = childrenOf(session, List.of(directory), deadline).stream()
        .filter(name -> name.startsWith(prefix))
        .toList();
    while (!level.isEmpty()) {
      level = childrenOf(session, read(session, level, lines, deadline), deadline);
    }
    lines.sort(Comparator.comparing(Line::name));
    return lines;
  }

  private static boolean isNoPart(String part) {
    return part.isEmpty() || part.equals(".") || part.equals("..");
  }

  /** Adds the lines among some names, and returns the names that have others below them. */
  private List<String> read(
      Handle session, List<String> names, List<Line> lines, Deadline deadline) {
    List<String> parents = new ArrayList<>();
    for (int from = 0; from < names.size(); from += AT_A_TIME) {
      Map<String, CompletableFuture<Handle.@Nullable Data>> replies = new LinkedHashMap<>();
      for (String name : names.subList(from, Math.min(names.size(), from + AT_A_TIME))) {
        replies.put(name, session.read(layout.line(name)));
      }
      replies.forEach((name, reply) -> {
        Handle.@Nullable Data data = connection.await(deadline, reply);
        LineNode node = LineNode.read(layout.line(name), data);
        if (node.isLine()) {
          lines.add(new Line(name, node.next(), node.note(), Instant.ofEpochMilli(node.movedMs())));
        }
        if (data != null && data.stat().getNumChildren() > 0) {
          parents.add(name);
        }
      });
    }
    return parents;
  }

  private List<String> childrenOf(Handle session, List<String> parents, Deadline deadline) {
    List<String> names = new ArrayList<>();
    for (int from = 0; from < parents.size(); from += AT_A_TIME) {
      Map<String, CompletableFuture<List<String>>> replies = new LinkedHashMap<>();
      for (String parent : parents.subList(from, Math.min(parents.size(), from + AT_A_TIME))) {
        String path = parent.isEmpty() ? layout.lines() : layout.line(parent);
        replies.put(parent, session.children(path));
      }
      replies.forEach((parent, reply) -> {
        String start = parent.isEmpty() ? "" : parent + "/";
        connection.await(deadline, reply).forEach(child -> names.add(start + child));
      });
    }
    return names;
  }
}
