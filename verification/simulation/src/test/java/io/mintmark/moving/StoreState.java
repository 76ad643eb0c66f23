package io.mintmark.moving;

import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.store.Line;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One state of a store. States are immutable: a call leads to another state. Each state exists
 * once, and each call on it is executed once, by the store's own code.
 */
final class StoreState {

  /**
   * The result of a call.
   *
   * @param state the store after the call
   * @param answer the reply; a MintmarkException is thrown
   */
  record Called(StoreState state, Object answer) {}

  /** All states that calls have led to, by their texts. */
  private final Map<String, StoreState> all;

  private final List<Line> lines;
  private final String text;
  private final Map<StoreCall, Called> called = new HashMap<>();

  private StoreState(Map<String, StoreState> all, List<Line> lines, String text) {
    this.all = all;
    this.lines = lines;
    this.text = text;
  }

  static StoreState of(MemoryStore store) {
    return among(new HashMap<>(), store.lines(""));
  }

  private static StoreState among(Map<String, StoreState> all, List<Line> lines) {
    String text = lines.stream()
        .map(line -> line.name() + '=' + line.next() + line.note() + ';')
        .collect(Collectors.joining());
    return all.computeIfAbsent(text, key -> new StoreState(all, lines, key));
  }

  List<Line> lines() {
    return lines;
  }

  Called call(StoreCall call) {
    return called.computeIfAbsent(call, this::make);
  }

  private Called make(StoreCall call) {
    MemoryStore store = empty();
    for (Line line : lines) {
      store.compareAndSet(line.name(), 0, line.next());
      store.annotate(line.name(), line.note());
    }
    Object answer;
    try {
      answer = call.on(store);
    } catch (MintmarkException e) {
      answer = e;
    }
    return new Called(among(all, store.lines("")), answer);
  }

  /** Returns an empty store that does not record when lines were written. */
  static MemoryStore empty() {
    return new MemoryStore(InstantSource.fixed(Instant.EPOCH));
  }

  /** Identifies this state. */
  @Override
  public String toString() {
    return text;
  }
}
