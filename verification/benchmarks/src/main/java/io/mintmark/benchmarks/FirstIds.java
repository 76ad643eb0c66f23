package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.objectid.ObjectId;
import io.mintmark.uuid.Uuids;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * How long a program takes from its start to its first id: whole processes, each kind in turn, one
 * round after another. With the arguments {@code one KIND FOLDER} it is such a process.
 * {@code verification/benchmarks/start} runs it.
 */
final class FirstIds {

  private static final int ROUNDS = 11;
  private static final int LONGEST_SECONDS = 60;
  private static final String NOTHING = "nothing: a line of text";

  /** By name, what makes an id; a folder is its store's if it has one. */
  private static final Map<String, Function<Path, Object>> KINDS = kinds();

  private FirstIds() {}

  private static Map<String, Function<Path, Object>> kinds() {
    Map<String, Function<Path, Object>> all = new LinkedHashMap<>();
    all.put(NOTHING, folder -> "0");
    all.put("JDK `UUID.randomUUID`", folder -> UUID.randomUUID());
    all.put("**Mintmark `Uuids.v7`**", folder -> Uuids.v7());
    all.put("JUG UUID 7", folder -> Generators.timeBasedEpochGenerator().generate());
    all.put("robsonkades UUID 7", folder -> UUIDv7.randomUUID());
    all.put("**Mintmark `ObjectId.next`**", folder -> ObjectId.next());
    all.put("`org.bson` ObjectId", folder -> new org.bson.types.ObjectId());
    for (String store : List.of("memory", "file")) {
      all.put(
          "**Mintmark UUID 7**, " + store,
          folder -> open(store, folder).uuids("uuids").next());
      all.put(
          "**Mintmark ObjectId**, " + store,
          folder -> open(store, folder).objectIds("objects").next());
      all.put(
          "**Mintmark sequence**, " + store,
          folder -> open(store, folder).sequence("numbers").next());
      all.put(
          "**Mintmark Snowflake**, " + store,
          folder -> open(store, folder).snowflake("snowflakes").next());
    }
    all.put("CosId Snowflake, no store", folder -> new MillisecondSnowflakeId(1).generate());
    all.put(
        "CosId `SegmentChainId`, memory",
        folder -> new SegmentChainId(new MemorySegments(1_000)).generate());
    return all;
  }

  private static Mintmark open(String store, Path folder) {
    return Mintmark.open(store.equals("memory") ? "memory:" : "file:" + folder.resolve("lines"));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 3 && args[0].equals("one")) {
      System.out.println(Objects.requireNonNull(KINDS.get(args[1])).apply(Path.of(args[2])));
      System.exit(0);
    }
    if (args.length != 0) {
      throw new IllegalArgumentException(
          Message.of("there are no arguments: arguments={}", List.of(args)));
    }
    System.out.println(Conditions.text());
    Map<String, List<Double>> times = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("mintmark-first");
    try {
      for (int round = 0; round <= ROUNDS; round++) {
        for (String kind : KINDS.keySet()) {
          double millis = measure(kind, folder);
          // The first round makes the store's files, and brings all else into memory.
          if (round > 0) {
            times.computeIfAbsent(kind, name -> new ArrayList<>()).add(millis);
          }
        }
      }
    } finally {
      delete(folder);
    }
    print(times);
  }

  /** Runs one process, and returns after how many milliseconds it had printed its id. */
  private static double measure(String kind, Path folder) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(
        ProcessHandle.current().info().command().orElseThrow(),
        "-cp",
        System.getProperty("java.class.path"),
        FirstIds.class.getName(),
        "one",
        kind,
        folder.toString());
    long start = System.nanoTime();
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String id = out.readLine();
      double millis = (System.nanoTime() - start) / 1e6;
      if (id == null || !process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(Message.of("a process made no id: kind={}", kind));
      }
      return millis;
    } finally {
      process.destroyForcibly();
    }
  }

  private static void print(Map<String, List<Double>> times) {
    System.out.printf(
        "%nMilliseconds from the start of the process to its first id, median (range) of %d, the"
            + " kinds in turn.%n%n| first id | ms | more than nothing |%n|---|---|---|%n",
        ROUNDS);
    double nothing = median(Objects.requireNonNull(times.get(NOTHING)));
    times.forEach((kind, all) -> System.out.printf(
        Locale.ROOT,
        "| %s | %.0f (%.0f to %.0f) | %.0f |%n",
        kind,
        median(all),
        all.stream().min(Double::compare).orElseThrow(),
        all.stream().max(Double::compare).orElseThrow(),
        median(all) - nothing));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
