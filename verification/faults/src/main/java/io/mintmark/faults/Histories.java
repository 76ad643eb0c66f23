package io.mintmark.faults;

import io.mintmark.faults.RealTimeOrder.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
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

/**
 * What all processes of a site were answered, from their {@link CallFile files}, and whether that
 * may be. Their times can be compared because {@link System#nanoTime} on Linux is the time since
 * the host started, for every process; a time that cannot be right is an error here.
 *
 * <p>The order is judged a part at a time, so that only the calls of one part are in memory: when a
 * part ends no call is under way. So of all parts before only the call with the greatest value
 * matters, which ended before any call of the next part began; and processes end with their part.
 * Repeats are looked for at the end, among all ids together, by {@code mintmark verify}, which
 * needs no more memory for more of them.
 */
final class Histories {

  private final Path folder;
  private final long sinceNanos;

  /** The files whose order has been judged. */
  private final Set<Path> judged = new HashSet<>();

  /** Of each kind that rises over all processes the greatest call of the parts before. */
  private final Map<Kind, Call> greatest = new EnumMap<>(Kind.class);

  /**
   * Looks at a folder.
   *
   * @param folder where the files are
   * @param sinceNanos when the first process was started
   */
  Histories(Path folder, long sinceNanos) {
    this.folder = folder;
    this.sinceNanos = sinceNanos;
  }

  /**
   * What there is of a kind.
   *
   * @param calls how many ids there are
   * @param findings what is wrong with them, a sentence each
   */
  record Judgement(long calls, List<String> findings) {}

  /**
   * Judges the order of the calls in files that were not judged yet. Their processes have ended.
   *
   * @param kind which
   * @param hopped the processes that had the right to make ids of an earlier time
   */
  Judgement judgeOrder(Kind kind, Set<String> hopped) {
    Map<String, List<Call>> byCaller = new TreeMap<>();
    List<String> findings = new ArrayList<>();
    long calls = 0;
    for (Path file : files(kind)) {
      if (judged.add(file)) {
        calls += read(kind, file, hopped, byCaller, findings);
      }
    }
    if (kind.order() == Order.ALL) {
      byCaller.values().forEach(answered -> carry(kind, answered));
    }
    byCaller.forEach((caller, answered) -> {
      Verdict verdict = RealTimeOrder.judge(answered);
      verdict
          .first()
          .ifPresent(swap -> findings.add("order broken: kind=" + kind + ", among=" + caller
              + ", calls=" + answered.size() + ", swapped=" + verdict.swapped() + ", first: "
              + swap));
    });
    return new Judgement(calls, findings);
  }

  /** Adds the greatest call of the parts before to those of a part, and keeps the new greatest. */
  private void carry(Kind kind, List<Call> calls) {
    Call before = greatest.get(kind);
    if (before != null) {
      calls.add(before);
    }
    calls.stream()
        .max(Comparator.comparingLong(Call::value))
        .ifPresent(call -> greatest.put(kind, call));
  }

  /** Looks for ids of a kind that came twice, in whatever part. */
  Judgement judgeRepeats(Kind kind) {
    long[] calls = {0};
    String said;
    try {
      said = Programs.mintmark(
          input -> {
            for (Path file : files(kind)) {
              calls[0] += CallFile.read(
                  file, (start, end, thread, high, low) -> input.println(kind.text(high, low)));
            }
          },
          "verify",
          "--temp=" + folder,
          "-");
    } catch (IllegalStateException e) {
      said = String.valueOf(e.getMessage());
    }
    return new Judgement(
        calls[0],
        said.contains("no duplicates")
            ? List.of()
            : List.of("ids repeat: kind=" + kind + ", " + said));
  }

  private List<Path> files(Kind kind) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, CallFile.name(kind, "*"))) {
      List<Path> all = new ArrayList<>();
      files.forEach(all::add);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ids of a batch rise in themselves; to the others they have come all at once. */
  private long read(
      Kind kind,
      Path file,
      Set<String> hopped,
      Map<String, List<Call>> byCaller,
      List<String> findings) {
    String name = file.getFileName().toString();
    String process = name.substring(name.indexOf('-') + 1, name.lastIndexOf('.'));
    boolean ordered =
        kind.order() != Order.NONE && (kind.keepsOrderInAHop() || !hopped.contains(process));
    Batch batch = new Batch();
    long read = CallFile.read(file, (start, end, thread, high, low) -> {
      if (start - sinceNanos < 0 || end - start < 0 || System.nanoTime() - end < 0) {
        throw new IllegalStateException("times of processes cannot be compared: file=" + file
            + ", startNanos=" + start + ", endNanos=" + end + ", sinceNanos=" + sinceNanos);
      }
      if (ordered) {
        Call call = new Call(start, end, kind.position(high, low));
        batch.add(thread, call);
        byCaller
            .computeIfAbsent(kind.order().group(process), each -> new ArrayList<>())
            .add(call);
      }
    });
    if (batch.falls > 0) {
      findings.add("order broken within batches: kind=" + kind + ", process=" + process + ", ids="
          + batch.falls);
    }
    return read;
  }

  /** The ids of one call, which follow one another in a file. */
  private static final class Batch {

    private long thread = -1;
    private Call last = new Call(0, 0, 0);
    private long falls;

    void add(long caller, Call call) {
      boolean same = caller == thread
          && call.startNanos() == last.startNanos()
          && call.endNanos() == last.endNanos();
      if (same && call.value() <= last.value()) {
        falls++;
      }
      thread = caller;
      last = call;
    }
  }
}
