package io.mintmark.bench;

import static java.util.Objects.requireNonNull;

import com.fasterxml.uuid.Generators;
import io.github.robsonkades.uuidv7.UUIDv7;
import io.mintmark.Mintmark;
import io.mintmark.bench.Figures.Row;
import io.mintmark.generator.LongGenerator;
import io.mintmark.objectid.ObjectId;
import io.mintmark.rigs.ToolRun;
import io.mintmark.uuid.Uuids;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import me.ahoo.cosid.segment.IdSegmentDistributor.Atomic;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * Measures how long a program takes from its start to its first id. Each measurement runs a whole
 * process with the arguments {@code KIND FOLDER}.
 */
final class FirstIds {

  private static final String NOTHING = "a line of text";

  /**
   * The class path entries that such a program needs. The others are left out, because a longer
   * class path takes longer to search.
   */
  private static final Pattern NEEDED = Pattern.compile("/(core|opaque|engine|file|verification)/"
      + "|sqlite|slf4j|jspecify|cosid|guava|java-uuid-generator|uuidv7|bson");

  /** For each name, a function that makes an id. The folder is for its store. */
  private static final Map<String, Function<Path, Object>> KINDS = kinds();

  private FirstIds() {}

  private static Map<String, Function<Path, Object>> kinds() {
    Map<String, Function<Path, Object>> all = new LinkedHashMap<>();
    all.put(NOTHING, f -> "0");
    all.put("JDK UUID.randomUUID", f -> UUID.randomUUID());
    all.put("Mintmark Uuids.v7", f -> Uuids.v7());
    all.put("JUG UUID 7", f -> Generators.timeBasedEpochGenerator().generate());
    all.put("robsonkades UUID 7", f -> UUIDv7.randomUUID());
    all.put("Mintmark ObjectId.next", f -> ObjectId.next());
    all.put("org.bson ObjectId", f -> new org.bson.types.ObjectId());
    for (String store : List.of("memory", "file")) {
      String of = ", " + store;
      all.put("Mintmark UUID 7" + of, f -> open(store, f).uuids("a").next());
      all.put("Mintmark sequence" + of, f -> open(store, f).sequence("b").next());
      all.put("Mintmark Snowflake" + of, f -> next(open(store, f).snowflake("c")));
    }
    all.put("CosId Snowflake", f -> new MillisecondSnowflakeId(1).generate());
    all.put("CosId segments, memory", f -> new SegmentChainId(new Atomic(1_000_000)).generate());
    return all;
  }

  /** Calls through the interface, because Snowflakes were a class in earlier builds. */
  private static long next(LongGenerator ids) {
    return ids.next();
  }

  private static Mintmark open(String store, Path folder) {
    return Mintmark.open(store.equals("memory") ? "memory:" : "file:" + folder.resolve("lines"));
  }

  public static void main(String[] args) {
    System.out.println(requireNonNull(KINDS.get(args[0])).apply(Path.of(args[1])));
    Runtime.getRuntime().halt(0);
  }

  /** Measures this build, and the other build if there is one. */
  static void measure(Run run, PrintStream out) throws Exception {
    Path folder = Files.createTempDirectory("mintmark-first");
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String kind : KINDS.keySet()) {
      commands.put(kind, command(Run.ownClassPath(), kind, folder.resolve("this")));
      if (run.other().isPresent() && kind.startsWith("Mintmark")) {
        List<String> other = command(run.otherClassPath(), kind, folder.resolve("other"));
        commands.put(kind + Figures.OTHER, other);
      }
    }
    Figures figures = new Figures("ms", "ms more than " + NOTHING);
    List<String> kinds = new ArrayList<>(commands.keySet());
    try {
      // This round creates the store's files, and brings all other files into the system's cache.
      run.inTurn(1, kinds, kind -> Run.program(requireNonNull(commands.get(kind))));
      run.inTurn(11, kinds, kind -> {
        double nothing = millis(requireNonNull(commands.get(NOTHING)));
        double millis = millis(requireNonNull(commands.get(kind)));
        figures.add(new Row("first id", kind), "", millis, millis - nothing);
      });
    } finally {
      ToolRun.delete(folder);
    }
    figures.print(out);
  }

  private static List<String> command(String classPath, String kind, Path folder) {
    String main = FirstIds.class.getName();
    return List.of(Run.java(), "-cp", Run.only(NEEDED, classPath), main, kind, folder.toString());
  }

  /** Runs one process. Returns after how many milliseconds it ended. */
  private static double millis(List<String> command) throws Exception {
    long start = System.nanoTime();
    String unused = Run.program(command);
    return (System.nanoTime() - start) / 1e6;
  }
}
