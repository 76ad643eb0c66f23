package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.rigs.HeapHog;
import io.mintmark.rigs.LongRun;
import io.mintmark.rigs.ThreadLimit;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process without threads or memory for a while. Afterwards every generator makes ids again. */
@Tag("long")
class StarvedProcessTest {

  @Test
  void heapExhausted_eightGenerators_recover() {
    try (ChildJvm child = ChildJvm.of(Child.class).options("-Xmx64m").start()) {
      assertThat(ask(child, "draw")).isEqualTo("drawing");
      assertThat(ask(child, "memory")).isEqualTo("used up");
      assertThat(ask(child, "check")).isEqualTo("all work");
    }
  }

  @Test
  void noThreads_atFirstUse_allGeneratorsRecover() {
    ThreadLimit.assumePossible();
    try (ChildJvm child = ChildJvm.of(Child.class)
        .startedBy(ThreadLimit.prefix())
        .options("-Xmx64m")
        .start()) {
      assertThat(ask(child, "prepare")).isEqualTo("ready");
      ThreadLimit.set(child);
      assertThat(ask(child, "burst")).isEqualTo("time goes on");
      assertThat(ask(child, "next")).contains("StoreUnavailableException");
      ThreadLimit.lift(child);
      assertThat(ask(child, "check")).isEqualTo("all work");
    }
  }

  @Test
  @Tag("sized")
  void stackOverflow_atAnyDepth_allGeneratorsRecover() {
    try (ChildJvm child = ChildJvm.of(Child.class).options("-Xmx64m").start()) {
      for (int times = LongRun.size(10, 200); times > 0; times--) {
        assertThat(ask(child, "stack")).isEqualTo("overflowed");
      }
      assertThat(ask(child, "check")).isEqualTo("all work");
    }
  }

  private static String ask(ChildJvm child, String what) {
    child.tell(what);
    return child.hear();
  }

  /** The program of the child JVM, which executes commands. */
  static final class Child {

    private static final long SMALL_STACK = 192 << 10;

    private final MemoryStore store = new MemoryStore();
    private final Mintmark mint =
        Mintmark.builder().store(store).claimTimeout(Duration.ofSeconds(2)).open();
    private final Map<String, Generator> generators = new LinkedHashMap<>();
    private final List<CompletableFuture<?>> calls = new ArrayList<>();
    private final AtomicBoolean drawing = new AtomicBoolean(true);

    /** Registers the names in the store first, so that opening the generators needs no thread. */
    private Child() {
      try (Mintmark before = Mintmark.open(store)) {
        makeAll(before);
      }
      makeAll(mint);
    }

    private void makeAll(Mintmark mint) {
      generators.put("a", mint.sequence("a", s -> s.segment(1, 20)));
      generators.put("b", mint.sequence("b", s -> s.segment(1, 1)));
      generators.put("c", mint.snowflake("c", s -> s.window(Duration.ofMillis(10))));
      generators.put("d", mint.snowflake("d"));
      generators.put("e", mint.uuids("e"));
      generators.put("f", mint.uuids("f", u -> u.version(1)));
      generators.put("g", mint.objectIds("g"));
      generators.put("h", mint.keys("h", k -> k.format("{time:yyMMddHHmmssSSS}{worker:2}{seq:3}")));
      generators.put("i", mint.uuids("i", u -> u.version(4)));
      generators.put("j", mint.uuids("j", u -> u.version(6)));
      generators.put("k", mint.sequence("k", s -> s.strict(true)));
      generators.put("l", mint.sequence("l", s -> s.strict(true).maximum(1L << 40)));
      generators.put("m", mint.keys("m", k -> k.format("{time:yyMMddHHmmssSSS}{seq:6}")));
      generators.put("n", mint.keys("n", k -> k.format("{time:yyyyMMdd}{seq:9}").zone("UTC")));
    }

    public static void main(String[] arguments) throws Exception {
      Child child = new Child();
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(
            switch (line) {
              case "draw" -> child.draw();
              case "memory" -> child.useUpMemory();
              case "burst" -> child.burst();
              case "next" -> child.first();
              case "stack" -> child.overflow();
              case "check" -> child.check();
              default -> "ready";
            });
      }
    }

    /** A JVM that loads its cipher when memory is used up can never use the cipher. */
    @SuppressWarnings("CatchingUnchecked")
    private String draw() {
      for (int i = 0; i < 20; i++) { // The first random bits come from the system.
        generators.values().forEach(generator -> generator.nextTextBatch(1));
      }
      for (Generator generator : generators.values()) {
        Thread thread = new Thread(() -> {
          while (drawing.get()) {
            try {
              generator.nextTextBatch(1);
            } catch (Throwable e) {
              // Memory is exhausted or the last claim failed. The next call tries again.
            }
          }
        });
        thread.setDaemon(true);
        thread.start();
      }
      return "drawing";
    }

    private String useUpMemory() {
      HeapHog.useUp(Duration.ofSeconds(2));
      drawing.set(false);
      return "used up";
    }

    /** If the system provides no thread, generators read the clock themselves. */
    private String burst() {
      Map<String, String> last = new LinkedHashMap<>();
      for (String name : List.of("e", "f", "g")) {
        last.put(name, drawMany(name));
      }
      LockSupport.parkNanos(Duration.ofMillis(1_100).toNanos());
      for (Map.Entry<String, String> one : last.entrySet()) {
        String name = one.getKey();
        String before = one.getValue();
        Generator generator = generators.get(name);
        String after = generator == null ? "" : generator.nextTextBatch(1).get(0);
        if (after.substring(0, 8).equals(before.substring(0, 8)) && !name.equals("e")) {
          return name + " stands still: " + before + ", " + after;
        }
      }
      return "time goes on";
    }

    private String drawMany(String name) {
      Generator generator = generators.get(name);
      String before = generator == null ? "" : generator.nextTextBatch(10_000).get(9_999);
      for (int i = 0; i < 5_000 && generator != null; i++) {
        generator.nextTextBatch(1);
      }
      return before;
    }

    private String first() {
      try {
        Generator sequence = generators.get("a");
        return sequence == null ? "" : sequence.nextTextBatch(1).get(0);
      } catch (MintmarkException e) {
        return e.toString();
      }
    }

    /** Calls each generator at every depth of a small stack, until the stack overflows. */
    private String overflow() throws InterruptedException {
      Thread thread = new Thread(null, this::overflowAll, "small", SMALL_STACK);
      thread.start();
      thread.join();
      awaitCalls();
      return "overflowed";
    }

    private void overflowAll() {
      for (Generator generator : generators.values()) {
        try {
          fill(generator);
        } catch (StackOverflowError e) {
          // The overflow happens at a different place each time.
        }
      }
    }

    @SuppressWarnings("InfiniteRecursion") // The recursion ends when the stack overflows.
    private int fill(Generator generator) {
      generator.nextTextBatch(1);
      CompletableFuture<?> call = generator.nextTextBatchAsync(1);
      if (!call.isDone()) { // The stack traces of all failed calls would fill the memory.
        calls.add(call);
      }
      return 1 + fill(generator);
    }

    private String check() {
      for (Map.Entry<String, Generator> one : generators.entrySet()) {
        for (int i = 0; i < 3; i++) {
          one.getValue().nextTextBatch(100);
          await(one.getValue().nextTextBatchAsync(100));
        }
      }
      return "all work";
    }

    private void awaitCalls() {
      calls.forEach(Child::await);
      calls.clear();
    }

    /** Waits for the end of a call, with or without ids, for a limited time. */
    private static void await(CompletableFuture<?> call) {
      call.handle((ids, failure) -> ids).orTimeout(50, TimeUnit.SECONDS).join();
    }
  }
}
