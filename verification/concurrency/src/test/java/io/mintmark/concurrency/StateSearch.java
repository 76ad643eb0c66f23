package io.mintmark.concurrency;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Goes through every state that can be come to, and looks for one that must not be.
 *
 * <p>States are told apart by 64 bits of their text's hash: of n states, one is taken for another
 * with a likelihood of n^2 / 2^65.
 *
 * @param <S> a state
 */
public final class StateSearch<S extends StateSearch.State<S>> {

  /**
   * A state, which nothing changes.
   *
   * @param <S> itself
   */
  public interface State<S> {

    /**
     * Tells states apart.
     *
     * @return equal for states that go on in the same ways
     */
    String text();

    /**
     * Goes on by one step, in every way that there is.
     *
     * @param steps is told each
     */
    void goOn(Steps<S> steps);
  }

  /**
   * Hears what comes next.
   *
   * @param <S> a state
   */
  @FunctionalInterface
  public interface Steps<S> {

    /**
     * One way to go on.
     *
     * @param step says what happens, for people
     * @param next the state after it
     */
    void to(Supplier<String> step, S next);
  }

  /**
   * What a search saw.
   *
   * @param states how many states there are, or were seen to the first that must not be
   * @param story the steps to that one; empty if there is none
   */
  public record Found(int states, Optional<String> story) {}

  /** A state, and how it was come to. */
  private record Node<S>(
      S state, Supplier<String> step, @Nullable Node<S> before) {

    String story() {
      List<String> steps = new ArrayList<>();
      for (Node<S> node = this; node != null; node = node.before) {
        steps.add(node.step.get());
      }
      Collections.reverse(steps);
      return String.join("\n", steps);
    }
  }

  private final Predicate<S> forbidden;
  private final Set<Long> visited = new HashSet<>();
  private final Deque<Node<S>> open = new ArrayDeque<>();
  private @Nullable Node<S> found;

  private StateSearch(Predicate<S> forbidden) {
    this.forbidden = forbidden;
  }

  /**
   * Searches to the first state that must not be, or to the end.
   *
   * @param first where to begin
   * @param forbidden which states must not be
   * @param <S> a state
   * @return what was seen
   */
  public static <S extends State<S>> Found from(S first, Predicate<S> forbidden) {
    StateSearch<S> search = new StateSearch<>(forbidden);
    search.visit(new Node<>(first, () -> "all start", null));
    while (!search.open.isEmpty() && search.found == null) {
      Node<S> node = search.open.pop();
      node.state.goOn((step, next) -> search.visit(new Node<>(next, step, node)));
    }
    return new Found(search.visited.size(), Optional.ofNullable(search.found).map(Node::story));
  }

  private void visit(Node<S> node) {
    if (visited.add(hash(node.state.text()))) {
      if (found == null && forbidden.test(node.state)) {
        found = node;
      }
      open.push(node);
    }
  }

  /** The FNV hash of 64 bits, mixed once more. */
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ each) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 29;
  }
}
