package io.mintmark.storm;

import io.mintmark.cli.ids.DuplicateFinder;
import io.mintmark.cli.ids.IdAnalysis;
import io.mintmark.storm.CallFile.Call;
import io.mintmark.storm.Kind.Order;
import io.mintmark.storm.RealTimeOrder.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks all replies that the processes of an environment received, from their {@link CallFile
 * files}. Times of different processes can be compared because {@link System#nanoTime} on Linux is
 * the time since the host started. A time that is outside the storm is an error.
 *
 * <p>The order is checked for one part of a storm at a time, so that only the calls of one part are
 * in memory. Processes end with their part, so every call of an earlier part ended before the calls
 * of the next part began. Of all earlier calls, only the call with the greatest value matters.
 * Repeats are searched at the end, among all ids, with the finder of {@code mintmark verify}, whose
 * memory is bounded.
 */
final class Histories {

  private static final int FINDER_BYTES = 64 << 20;
  private static final int SHOWN = 10;

  private final Path folder;
  private final long sinceNanos;

  /** The files whose order was checked. */
  private final Set<Path> judged = new HashSet<>();

  /** For each kind whose order covers all processes, the greatest call of the earlier parts. */
  private final Map<Kind, Call> greatest = new EnumMap<>(Kind.class);

  /**
   * Checks the files of a folder.
   *
   * @param sinceNanos when the first process was started
   */
  Histories(Path folder, long sinceNanos) {
    this.folder = folder;
    this.sinceNanos = sinceNanos;
  }

  /**
   * A result for one kind.
   *
   * @param ids how many ids there are
   * @param findings the errors, a sentence each
   */
  record Judgement(long ids, List<String> findings) {}

  /**
   * Checks the order of the calls in files that were not checked yet. Their processes have ended.
   *
   * @param mayHop selects the processes that may make ids of an earlier time
   */
  Judgement judgeOrder(Kind kind, Predicate<String> mayHop) throws IOException {
    Map<String, List<Call>> byCaller = new TreeMap<>();
    List<String> findings = new ArrayList<>();
    long ids = 0;
    for (Path file : files(kind)) {
      if (judged.add(file)) {
        ids += read(kind, file, mayHop, byCaller, findings);
      }
    }
    byCaller.forEach((caller, calls) -> {
      if (kind.order() == Order.ALL) {
        carry(kind, calls);
      }
      Verdict verdict = RealTimeOrder.judge(calls);
      verdict
          .first()
          .ifPresent(swap -> findings.add("order broken: kind=" + kind + ", among=" + caller
              + ", calls=" + calls.size() + ", swapped=" + verdict.swapped() + ", first: " + swap));
    });
    return new Judgement(ids, findings);
  }

  /** Adds the greatest call of the earlier parts to a part, and keeps the new greatest call. */
  private void carry(Kind kind, List<Call> calls) {
    Call before = greatest.get(kind);
    if (before != null) {
      calls.add(before);
    }
    calls.stream()
        .max(Comparator.comparingLong(Call::value))
        .ifPresent(call -> greatest.put(kind, call));
  }

  /** Searches for repeated ids of a kind in all parts. */
  Judgement judgeRepeats(Kind kind) throws IOException {
    try (DuplicateFinder finder =
        new DuplicateFinder(new IdAnalysis(FINDER_BYTES, folder, SHOWN))) {
      List<String> ids = new ArrayList<>();
      long[] count = {0};
      for (Path file : files(kind)) {
        CallFile.read(file, call -> finder.add(Long.toString(call.value()), ++count[0]));
      }
      long repeats = finder.count();
      if (repeats > 0) {
        ids.add("ids repeat: kind=" + kind + ", ids=" + count[0] + ", repeated=" + repeats
            + ", first=" + finder.first());
      }
      return new Judgement(count[0], ids);
    }
  }

  private List<Path> files(Kind kind) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      String start = CallFile.name(kind, "").replace(".calls", "");
      return files
          .filter(file -> file.getFileName().toString().startsWith(start))
          .toList();
    }
  }

  /**
   * Reads a file. The ids of one call have the same start and end. They must rise if the kind is
   * ordered.
   */
  private long read(
      Kind kind,
      Path file,
      Predicate<String> mayHop,
      Map<String, List<Call>> byCaller,
      List<String> findings) {
    String name = file.getFileName().toString();
    String process = name.substring(name.indexOf('-') + 1, name.lastIndexOf('.'));
    boolean ordered =
        kind.order() != Order.NONE && (kind.keepsOrderInAHop() || !mayHop.test(process));
    List<Call> calls = byCaller.computeIfAbsent(
        kind.order() == Order.ALL ? "all" : "process " + process, each -> new ArrayList<>());
    long[] falls = {0};
    Call[] last = {new Call(0, 0, -1, 0)};
    long read = CallFile.read(file, answered -> {
      if (answered.startNanos() - sinceNanos < 0
          || answered.endNanos() - answered.startNanos() < 0
          || System.nanoTime() - answered.endNanos() < 0) {
        throw new IllegalStateException("a call outside the time of the storm: file=" + file
            + ", call=" + answered + ", sinceNanos=" + sinceNanos);
      }
      if (ordered) {
        Call call = answered.with(kind.position(answered.value()));
        if (call.isSameCall(last[0]) && call.value() <= last[0].value()) {
          falls[0]++;
        }
        last[0] = call;
        calls.add(call);
      }
    });
    if (falls[0] > 0) {
      findings.add("order broken within batches: kind=" + kind + ", process=" + process + ", ids="
          + falls[0]);
    }
    return read;
  }
}
