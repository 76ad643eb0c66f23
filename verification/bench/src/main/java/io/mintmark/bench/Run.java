package io.mintmark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.mintmark.error.Message;
import io.mintmark.rigs.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One run of a command: its arguments, and the parts that all commands share.
 *
 * @param verb the task, empty for the usual one
 * @param other the root of the checkout to compare with
 * @param brief whether the run is short, because it only has to show that everything works
 * @param chosen the other arguments
 */
record Run(String verb, Optional<Path> other, boolean brief, List<String> chosen) {

  /** Modules that the benchmarks measure, and therefore take from the other checkout. */
  private static final List<String> MEASURED = List.of("core", "opaque", "config", "stores");

  /** Measures a contender. */
  @FunctionalInterface
  interface Turn<T> {
    void take(T contender) throws Exception;
  }

  /** Reads {@code [VERB [OTHER_CHECKOUT]] [--brief] [CHOSEN...]}. */
  static Run parse(List<String> verbs, Collection<String> choices, String... args) {
    List<String> rest = new ArrayList<>(List.of(args));
    boolean brief = rest.remove("--brief");
    String verb = !rest.isEmpty() && verbs.contains(rest.get(0)) ? rest.remove(0) : "";
    boolean comparing = verb.equals("compare") || (verb.equals("start") && !rest.isEmpty());
    Optional<Path> other = comparing ? Optional.of(Path.of(rest.remove(0))) : Optional.empty();
    if (!choices.containsAll(rest)) {
      throw new IllegalArgumentException(
          Message.of("wrong arguments: given={}, choices={}", rest, choices));
    }
    return new Run(verb, other, brief, List.copyOf(rest.isEmpty() ? choices : rest));
  }

  /** Returns the machine, the virtual machine, the date and the load. */
  static String conditions() throws IOException {
    String java = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    return "%s; %s; %s; load of the last minute: %s"
        .formatted(Host.machine(), java, today, Host.load());
  }

  static void progress(String message, Object... values) {
    System.err.println(Message.of(message, values));
  }

  /**
   * Measures contenders in turn, and in the opposite order in every second round.
   *
   * @param rounds how many, if the run is not brief
   */
  <T> void inTurn(int rounds, List<T> contenders, Turn<T> turn) throws Exception {
    List<T> order = new ArrayList<>(contenders);
    int last = brief ? 1 : rounds;
    for (int round = 1; round <= last; round++) {
      progress("round {} of {}", round, last);
      for (T each : order) {
        turn.take(each);
      }
      Collections.reverse(order);
    }
  }

  /**
   * Returns a class path with the other checkout's modules instead of this one's. The measured
   * classes then come from the other build. The benchmarks are the same.
   */
  static String classPath(Path root, String own, Path other) throws IOException {
    List<String> all = new ArrayList<>();
    try (Stream<Path> files = Files.find(
        other, 4, (path, about) -> path.endsWith("target/classes") && isMeasured(other, path))) {
      files.map(Path::toString).forEach(all::add);
    }
    Stream.of(own.split(":")).filter(entry -> !isMeasured(root, Path.of(entry))).forEach(all::add);
    return String.join(":", all);
  }

  private static boolean isMeasured(Path checkout, Path path) {
    return path.startsWith(checkout)
        && MEASURED.contains(checkout.relativize(path).getName(0).toString());
  }

  /** The class path of the other build. This program runs in the root of its checkout. */
  String otherClassPath() throws IOException {
    return classPath(Path.of("").toAbsolutePath(), ownClassPath(), other.orElseThrow());
  }

  /** Returns the entries of a class path that a program needs. */
  static String only(Pattern needed, String all) {
    Stream<String> entries = Stream.of(all.split(":")).filter(needed.asPredicate());
    return String.join(":", entries.toList());
  }

  static String ownClassPath() {
    return requireNonNull(System.getProperty("java.class.path"));
  }

  static String java() {
    return ProcessHandle.current().info().command().orElseThrow();
  }

  /** Runs a program to its end, and returns its output. */
  static String program(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          Message.of("a program failed: command={}, output={}", command, output));
    }
    return output;
  }
}
