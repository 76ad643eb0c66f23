package io.mintmark.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongRange;
import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.LongRun;
import io.mintmark.store.Line;
import io.mintmark.store.file.ClaimingProcess.Answer;
import io.mintmark.testkit.Ranges;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The store in several processes, some of which are killed. */
class FileStoreProcessTest {

  private static final int KILLS = LongRun.size(2, 12);
  private static final long SEED = 7_600;

  @TempDir
  Path directory;

  @Test
  @Tag("long")
  void claim_processesKilledWhileClaiming_neverRepeats() {
    Random random = new Random(SEED);
    Map<String, List<LongRange>> claimed = new HashMap<>();
    for (int i = 0; i < KILLS; i++) {
      Map<String, List<LongRange>> run = claimAndKill(1 + random.nextInt(2_000));
      run.forEach((line, ranges) -> {
        List<LongRange> before = claimed.computeIfAbsent(line, name -> new ArrayList<>());
        assertThat(start(ranges)).as("seed %s, %s", SEED, line).isGreaterThanOrEqualTo(end(before));
        before.addAll(ranges);
      });
    }

    assertThat(claimed).hasSize(1 + ClaimingProcess.THREADS);
    claimed.values().forEach(Ranges::assertDisjoint);
    try (FileStore store = FileStore.open(directory)) {
      claimed.forEach((line, ranges) -> assertThat(store.claim(line, 0, 1))
          .as("seed %s, %s", SEED, line)
          .isGreaterThanOrEqualTo(end(ranges)));
    }
  }

  @Test
  @Tag("long")
  void open_ownedByAnotherProcess_failsNamingItUntilItDies() {
    try (ClaimingProcess other = ClaimingProcess.start(directory)) {
      awaitFirstAnswer(other);

      assertThatThrownBy(() -> FileStore.open(directory))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("ownerPid=" + other.pid())
          .hasMessageContaining("ownerUrl=" + ClaimingProcess.URL)
          .hasMessageContaining(directory.toString());
      assertThat(FileStore.owner(directory))
          .contains(new Owner(other.pid(), Optional.of(ClaimingProcess.URL)));

      other.kill();
      assertThat(FileStore.owner(directory)).isEmpty();
      try (FileStore mine = FileStore.open(directory)) {
        assertThat(mine.position("shared")).isPositive();
      }
    }
  }

  @Test
  @Tag("long")
  void open_inASecondProcess_throwsThere() {
    try (FileStore mine = FileStore.open(directory);
        ClaimingProcess other = ClaimingProcess.start(directory)) {
      assertThat(other.readLine())
          .startsWith("refused ")
          .contains("ownerPid=" + ProcessHandle.current().pid());
      assertThat(other.readLine()).isNull();
      assertThat(mine.claim("shared", 0, 1)).isZero();
    }
  }

  @Test
  @Tag("long")
  void openReadOnly_whileAnotherProcessClaims_seesAnsweredClaims() {
    try (ClaimingProcess other = ClaimingProcess.start(directory)) {
      Answer answer = awaitFirstAnswer(other);
      try (LineStore view = FileStore.openReadOnly(directory)) {
        assertThat(view.position(answer.line()))
            .isGreaterThanOrEqualTo(answer.range().to());
        assertThat(view.lines(answer.line())).extracting(Line::name).contains(answer.line());
        assertThatThrownBy(() -> view.claim(answer.line(), 0, 1))
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("reading only");
      }
    }
  }

  @Test
  @Tag("long")
  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs ulimit -f")
  void claim_fileCannotGrow_throwsAndKeepsAnsweredClaims() {
    // In blocks of 512 bytes. The library that SQLite's driver unpacks has 1.1 MB, so the log can
    // grow to 3 MiB.
    String shell = "ulimit -f 6144; exec \"$@\"";
    Map<String, List<LongRange>> claimed;
    try (ClaimingProcess bounded = ClaimingProcess.start(directory, "sh", "-c", shell, "sh")) {
      assertThat(bounded.readLine()).isEqualTo("open");
      claimed = readAnswers(bounded, Integer.MAX_VALUE);
      assertThat(bounded.refusals())
          .hasSize(ClaimingProcess.THREADS)
          .allSatisfy(refusal -> assertThat(refusal).contains("the store could not write"));
    }

    assertThat(claimed).containsKey("shared");
    claimed.values().forEach(Ranges::assertDisjoint);
    try (FileStore store = FileStore.open(directory)) {
      claimed.forEach((line, ranges) ->
          assertThat(store.claim(line, 0, 1)).isGreaterThanOrEqualTo(end(ranges)));
    }
  }

  private Map<String, List<LongRange>> claimAndKill(int afterAnswers) {
    try (ClaimingProcess process = ClaimingProcess.start(directory)) {
      assertThat(process.readLine()).isEqualTo("open");
      Map<String, List<LongRange>> claimed = readAnswers(process, afterAnswers);
      process.kill();
      readAnswers(process, Integer.MAX_VALUE)
          .forEach((line, ranges) ->
              claimed.computeIfAbsent(line, name -> new ArrayList<>()).addAll(ranges));
      return claimed;
    }
  }

  private static Map<String, List<LongRange>> readAnswers(ClaimingProcess process, int limit) {
    Map<String, List<LongRange>> claimed = new HashMap<>();
    Optional<Answer> answer = process.readAnswer();
    for (int i = 1; answer.isPresent(); i++) {
      Answer each = answer.get();
      claimed.computeIfAbsent(each.line(), name -> new ArrayList<>()).add(each.range());
      answer = i < limit ? process.readAnswer() : Optional.empty();
    }
    return claimed;
  }

  private static Answer awaitFirstAnswer(ClaimingProcess process) {
    assertThat(process.readLine()).isEqualTo("open");
    return process.readAnswer().orElseThrow();
  }

  private static long start(List<LongRange> ranges) {
    return ranges.stream().mapToLong(LongRange::from).min().orElse(0);
  }

  private static long end(List<LongRange> ranges) {
    return ranges.stream().mapToLong(LongRange::to).max().orElse(0);
  }
}
