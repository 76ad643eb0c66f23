package io.mintmark.server.http;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.service.Problem;
import io.mintmark.store.ClaimStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes on several lines that came in one request. They are done at the same time, so that they
 * share the store's commit, and each has an answer of its own.
 */
final class LineWrites {

  /** The most in one request. */
  static final int MAX_WRITES = 64;

  /** What that many of the longest names and notes need, escaped. */
  static final int MAX_BODY_BYTES = 512 * 1024;

  /** As long as the shortest write is, {@code {"line":"a","note":""},}. */
  private static final int LEAST_WRITE_BYTES = 23;

  /** What is said of a write at most, beside what its request had in it. */
  private static final int MOST_ANSWER_BYTES = 1024;

  /** As long as a character gets that JSON escapes. */
  private static final int ESCAPED_BYTES = 6;

  private static final Set<Set<String>> SHAPES = Set.of(
      Set.of("line", "atLeast", "count"),
      Set.of("line", "expected", "next"),
      Set.of("line", "note"));

  private final List<Map<String, String>> writes;

  private LineWrites(List<Map<String, String>> writes) {
    this.writes = writes;
  }

  /**
   * Reads {@code {"writes":[{"line":"seq/a","atLeast":"0","count":"10"}]}}.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static LineWrites parse(String body) {
    JsonObject object = JsonObject.parse(body, HttpCall::wrongBody);
    if (!object.names().equals(Set.of("writes"))) {
      throw HttpCall.wrongBody("not {\"writes\":[...]} with objects in the list");
    }
    List<Map<String, String>> writes =
        object.objects("writes").stream().map(write -> write.flat(1)).toList();
    if (writes.isEmpty() || writes.size() > MAX_WRITES) {
      throw new IllegalArgumentException(Message.of(
          "the request does not have 1 to {} writes: writes={}; nothing was changed",
          MAX_WRITES,
          writes.size()));
    }
    writes.forEach(LineWrites::checkShape);
    return new LineWrites(writes);
  }

  /** How large the answer to a body may be: problems say what they were about. */
  static long mostBytes(String body) {
    int writes = Math.min(body.length() / LEAST_WRITE_BYTES, MAX_WRITES);
    return (long) writes * MOST_ANSWER_BYTES + (long) body.length() * ESCAPED_BYTES;
  }

  private static void checkShape(Map<String, String> write) {
    if (!SHAPES.contains(write.keySet())) {
      throw new IllegalArgumentException(Message.of(
          "the write does not have line and either atLeast and count, or expected and next, or"
              + " note: members={}; nothing was changed",
          write.keySet().stream().sorted().toList()));
    }
  }

  /**
   * Does all of them and answers in their order. The claims are begun by this thread, which waits
   * for their answers at the end.
   */
  String answer(ClaimStore store, Executor helpers) {
    AtomicReferenceArray<Consumer<Json>> answers = new AtomicReferenceArray<>(writes.size());
    Map<Integer, Supplier<Consumer<Json>>> claims = new LinkedHashMap<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (writes.get(i).containsKey("count")) {
        claims.put(i, begun(writes.get(i), store));
      } else {
        others.add(i);
      }
    }
    share(others, i -> answers.set(i, answer(() -> moved(writes.get(i), store))), helpers);
    claims.forEach((i, claim) -> answers.set(i, answer(claim)));
    List<Consumer<Json>> inOrder = new ArrayList<>();
    for (int i = 0; i < answers.length(); i++) {
      inOrder.add(answers.get(i));
    }
    return Json.object(
        json -> json.put("answers", inOrder, (object, answer) -> answer.accept(object)));
  }

  /**
   * Has all parts done. The helpers take what this thread has not come to yet; as it waits for
   * nothing that nobody has begun, it gets done without them too.
   */
  private static void share(List<Integer> parts, IntConsumer work, Executor helpers) {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch left = new CountDownLatch(parts.size());
    Runnable share = () -> {
      for (int i = begun.getAndIncrement(); i < parts.size(); i = begun.getAndIncrement()) {
        work.accept(parts.get(i));
        left.countDown();
      }
    };
    for (int i = 1; i < parts.size(); i++) {
      helpers.execute(share);
    }
    share.run();
    try {
      left.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("interrupted; what was asked may be burned", e);
    }
  }

  private static Consumer<Json> answer(Supplier<Consumer<Json>> write) {
    try {
      return write.get();
    } catch (Throwable e) { // Whatever failed, the others have their answers.
      Problem problem = Problem.report(e);
      return json -> HttpReply.problem(json, problem);
    }
  }

  /** Moves a line, or writes a note on it. */
  private static Consumer<Json> moved(Map<String, String> write, ClaimStore store) {
    String line = write.getOrDefault("line", "");
    if (write.containsKey("next")) {
      boolean moved = store.compareAndSet(line, number(write, "expected"), number(write, "next"));
      return json -> json.put("moved", moved);
    }
    store.annotate(line, write.getOrDefault("note", ""));
    return json -> {};
  }

  /** A claim that is under way, or what is wrong with it. */
  private static Supplier<Consumer<Json>> begun(Map<String, String> write, ClaimStore store) {
    try {
      String line = write.getOrDefault("line", "");
      LongSupplier claim = store.beginClaim(line, number(write, "atLeast"), number(write, "count"));
      return () -> claimed(line, claim, store);
    } catch (IllegalArgumentException e) {
      return () -> {
        throw e;
      };
    }
  }

  /** A claim refused at a line's end says where the line stands: a smaller one may still fit. */
  private static Consumer<Json> claimed(String line, LongSupplier claim, ClaimStore store) {
    try {
      long start = claim.getAsLong();
      return json -> json.put("start", Long.toString(start));
    } catch (ExhaustedException e) {
      long next = store.position(line);
      return json -> {
        HttpReply.problem(json, Problem.report(e));
        json.put("next", Long.toString(next));
      };
    }
  }

  private static long number(Map<String, String> write, String name) {
    return HttpCall.number(name, write.getOrDefault(name, ""));
  }
}
