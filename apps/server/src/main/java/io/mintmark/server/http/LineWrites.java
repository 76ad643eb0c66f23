package io.mintmark.server.http;

import io.mintmark.config.SettingType;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.internal.store.LineStore;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.service.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Writes on several lines in one request. They run in parallel, so that they share the store's
 * commit, and each has its own reply.
 */
final class LineWrites {

  /** The most writes in one request. */
  static final int MAX_WRITES = 64;

  /** Enough for {@value #MAX_WRITES} writes with the longest names and notes, escaped. */
  static final int MAX_BODY_BYTES = 512 * 1024;

  /** The length of the shortest write, {@code {"line":"a","note":""},}. */
  private static final int LEAST_WRITE_BYTES = 23;

  /** The longest reply to a write, without the parts of the request that the reply repeats. */
  private static final int MOST_ANSWER_BYTES = 1024;

  /** The longest form of a character that JSON escapes. */
  private static final int ESCAPED_BYTES = 6;

  private static final Set<Set<String>> SHAPES = Set.of(
      Set.of("line", "atLeast", "count"),
      Set.of("line", "expected", "next"),
      Set.of("line", "note"));

  private LineWrites() {}

  /** Parses {@code {"writes":[{"line":"seq/a","atLeast":"0","count":"10"}]}}. */
  private static List<Map<String, String>> parse(String body) {
    JsonObject object = JsonObject.parse(body, HttpCall::wrongBody);
    if (!object.members().keySet().equals(Set.of("writes"))) {
      throw HttpCall.wrongBody("not {\"writes\":[...]} with objects in the list");
    }
    List<Map<String, String>> writes =
        object.objects("writes").stream().map(JsonObject::flat).toList();
    if (writes.isEmpty() || writes.size() > MAX_WRITES) {
      throw new IllegalArgumentException(Message.of(
          "the request does not have 1 to {} writes: writes={}; nothing was changed",
          MAX_WRITES,
          writes.size()));
    }
    writes.forEach(LineWrites::checkShape);
    return writes;
  }

  /**
   * Returns the largest size of the reply to a body. It depends on the body, because problems
   * repeat parts of the request.
   */
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
   * Runs all writes. The replies have the order of the writes. This thread sends the claims, and
   * waits for their replies at the end. It does not wait for the other writes, which have threads
   * of their own.
   *
   * @throws IllegalArgumentException if the body has another form
   */
  static CompletableFuture<HttpReply> answer(String body, LineStore store, Executor waiting) {
    List<Runnable> claims = new ArrayList<>();
    List<CompletableFuture<Consumer<Json>>> answers = new ArrayList<>();
    for (Map<String, String> write : parse(body)) {
      Supplier<Consumer<Json>> begun = begin(write, store);
      answers.add(CompletableFuture.supplyAsync(
              () -> answer(begun, write, store), isClaim(write) ? claims::add : waiting)
          .exceptionally(LineWrites::problem));
    }
    claims.forEach(Runnable::run);
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(done -> HttpReply.json(json ->
            json.put("answers", answers, (object, answer) -> answer.join().accept(object))));
  }

  private static boolean isClaim(Map<String, String> write) {
    return write.containsKey("count");
  }

  /**
   * Begins a write, of which only a claim is sent now.
   *
   * @param write the members of one of the shapes
   * @return waits for the result, and returns what writes it; fails if the write does
   */
  static Supplier<Consumer<Json>> begin(Map<String, String> write, LineStore store) {
    String line = write.getOrDefault("line", "");
    if (!isClaim(write)) {
      return () -> changed(line, write, store);
    }
    LongSupplier claim;
    try {
      claim = store.beginClaim(line, number(write, "atLeast"), number(write, "count"));
    } catch (IllegalArgumentException e) {
      return () -> {
        throw e;
      };
    }
    return () -> {
      long start = claim.getAsLong();
      return json -> json.put("start", Long.toString(start));
    };
  }

  /** Moves a line, or writes a note to it. */
  private static Consumer<Json> changed(String line, Map<String, String> write, LineStore store) {
    if (write.containsKey("next")) {
      boolean moved = store.compareAndSet(line, number(write, "expected"), number(write, "next"));
      return json -> json.put("moved", moved);
    }
    store.annotate(line, write.getOrDefault("note", ""));
    return json -> {};
  }

  /**
   * If a claim is refused at a line's end, the reply has the line's position, because a smaller
   * claim may still fit.
   */
  private static Consumer<Json> answer(
      Supplier<Consumer<Json>> begun, Map<String, String> write, LineStore store) {
    try {
      return begun.get();
    } catch (ExhaustedException e) {
      String next = Long.toString(store.position(write.getOrDefault("line", "")));
      Consumer<Json> problem = problem(e);
      return json -> {
        problem.accept(json);
        json.put("next", next);
      };
    }
  }

  /** If a write has failed, the other writes still get their replies. */
  private static Consumer<Json> problem(Throwable failed) {
    Problem problem = Problem.report(failed);
    return json -> HttpReply.problem(json, problem.kind().status(), problem);
  }

  private static long number(Map<String, String> write, String name) {
    return HttpCall.parsed(name, write.getOrDefault(name, ""), SettingType.NUMBER);
  }
}
