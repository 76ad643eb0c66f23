package io.mintmark.faults;

import io.mintmark.faults.RealTimeOrder.Verdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What all processes of a site were answered, from their {@link CallFile files}, and whether that
 * may be. Their times can be compared because {@link System#nanoTime} on Linux is the time since
 * the host started, for every process; a time that cannot be right is an error here.
 */
final class Histories {

  private final Path folder;
  private final long sinceNanos;

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
   * @param calls how many were answered
   * @param findings what is wrong with them, a sentence each
   */
  record Judgement(long calls, List<String> findings) {}

  /**
   * Judges all calls of a kind: no id twice, and its order kept.
   *
   * @param kind which
   * @param hopped the processes that had the right to make ids of an earlier time
   */
  Judgement judge(Kind kind, Set<String> hopped) {
    Path ids = folder.resolve(kind + ".ids");
    Judgement order;
    try (PrintStream text = new PrintStream(
        new BufferedOutputStream(Files.newOutputStream(ids)), false, StandardCharsets.UTF_8)) {
      order = judgeOrder(kind, hopped, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> findings = new ArrayList<>(order.findings);
    repeats(ids).ifPresent(said -> findings.add("ids repeat: kind=" + kind + ", " + said));
    return new Judgement(order.calls, findings);
  }

  /** Judges the order alone, and writes down each id. */
  Judgement judgeOrder(Kind kind, Set<String> hopped, PrintStream text) {
    Map<String, List<Call>> byCaller = new TreeMap<>();
    long calls = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, CallFile.name(kind, "*"))) {
      for (Path file : files) {
        calls += read(kind, file, hopped, text, byCaller);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> findings = new ArrayList<>();
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

  private long read(
      Kind kind, Path file, Set<String> hopped, PrintStream text, Map<String, List<Call>> byCaller)
      throws IOException {
    String process = file.getFileName().toString();
    process = process.substring(process.indexOf('-') + 1, process.lastIndexOf('.'));
    boolean ordered = kind.keepsOrderInAHop() || !hopped.contains(process);
    // The last call of a killed process may be cut.
    LongBuffer longs = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
    long calls = 0;
    while (longs.remaining() * Long.BYTES >= Call.BYTES) {
      long start = longs.get();
      long end = longs.get();
      long value = longs.get();
      String caller = kind.order().group(process, longs.get());
      if (start - sinceNanos < 0 || end - start < 0 || System.nanoTime() - end < 0) {
        throw new IllegalStateException("times of processes cannot be compared: file=" + file
            + ", startNanos=" + start + ", endNanos=" + end + ", sinceNanos=" + sinceNanos);
      }
      text.println(value);
      if (ordered) {
        byCaller
            .computeIfAbsent(caller, each -> new ArrayList<>())
            .add(new Call(start, end, kind.position(value)));
      }
      calls++;
    }
    return calls;
  }

  /** What {@code mintmark verify} says if ids repeat. */
  private static Optional<String> repeats(Path ids) {
    try {
      String said = Programs.mintmark("verify", ids.toString());
      return said.contains("no duplicates") ? Optional.empty() : Optional.of(said);
    } catch (IllegalStateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
