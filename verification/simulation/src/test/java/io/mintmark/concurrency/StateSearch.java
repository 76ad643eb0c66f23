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
 * Visits every reachable state, and looks for a forbidden one.
 *
 * <p>States are identified by a 64-bit hash of their text. If there are n states, two of them have
 * the same hash with a probability of about n^2 / 2^65.
 *
 * @param <S> a state
 */
public final class StateSearch<S extends StateSearch.State<S>> {

  /**
   * An immutable state.
   *
   * @param <S> the class of the state itself
   */
  public interface State<S> {

    /**
     * Identifies a state.
     *
     * @return a text that is equal for states that continue in the same ways
     */
    String text();

    /**
     * Continues by one step, in every possible way.
     *
     * @param steps receives each step
     */
    void goOn(Steps<S> steps);
  }

  /**
   * Receives the next states.
   *
   * @param <S> a state
   */
  @FunctionalInterface
  public interface Steps<S> {

    /**
     * Adds one possible step.
     *
     * @param step describes the step, for people
     * @param next the state after it
     */
    void to(Supplier<String> step, S next);
  }

  /**
   * The result of a search.
   *
   * @param states the number of states, or of those visited up to the first forbidden one
   * @param trace the steps that lead to the forbidden state; empty if there is none
   */
  public record Found(int states, Optional<String> trace) {}

  /** A state, and the step that led to it. */
  private record Node<S>(
      S state, Supplier<String> step, @Nullable Node<S> before) {

    String trace() {
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
   * Searches up to the first forbidden state, or to the end.
   *
   * @param first the initial state
   * @param forbidden whether a state is forbidden
   * @param <S> a state
   * @return the result
   */
  public static <S extends State<S>> Found from(S first, Predicate<S> forbidden) {
    StateSearch<S> search = new StateSearch<>(forbidden);
    search.visit(new Node<>(first, () -> "all start", null));
    while (!search.open.isEmpty() && search.found == null) {
      Node<S> node = search.open.pop();
      node.state.goOn((step, next) -> search.visit(new Node<>(next, step, node)));
    }
    return new Found(search.visited.size(), Optional.ofNullable(search.found).map(Node::trace));
  }

  private void visit(Node<S> node) {
    if (visited.add(hash(node.state.text()))) {
      if (found == null && forbidden.test(node.state)) {
        found = node;
      }
      open.push(node);
    }
  }

  /** The 64-bit FNV hash, mixed once more. */
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ each) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 32) * 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 29;
  }
}
