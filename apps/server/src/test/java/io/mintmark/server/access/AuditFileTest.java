package io.mintmark.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.rigs.ToolRun;
import io.mintmark.server.Await;
import io.mintmark.service.Problem.Kind;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.MemoryStore;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.time.ElapsedClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T08:00:00Z"));

  private static final long MAX_BYTES = 1 << 20;
  private static final long SMALL_BYTES = 1000;
  private static final int MANY = 40;

  @TempDir
  private Path directory;

  private AuditFile open(Path file) {
    return open(file, MAX_BYTES);
  }

  private static AuditFile open(Path file, long maxBytes) {
    return AuditFile.open(file, maxBytes, 1000, CLOCK);
  }

  private static Principal caller(AuditLog log) {
    Tokens all = Tokens.notAsked();
    return new Access(() -> all, log, InstantSource.system())
        .shownToken(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9), Optional::empty)
        .caller();
  }

  @Test
  void write_aRecord_isSoonALineOfJson() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file)) {
      audit.write(
          new AuditLog.Actor("shop", "", "10.0.0.1:5"),
          "next",
          "orders",
          "count=5000",
          "ok",
          RequestTrace.NONE);

      assertThat(lines(file, 1))
          .containsExactly(
              "{\"time\":\"2026-11-21T08:00:00Z\",\"token\":\"shop\",\"from\":\"10.0.0.1:5\""
                  + ",\"act\":\"next\",\"on\":\"orders\",\"what\":\"count=5000\""
                  + ",\"result\":\"ok\"}");
    }
  }

  @Test
  void asked_upToTheBound_isNotKept() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file)) {
      Principal caller = caller(audit);
      caller.asked("orders", 1000, "ok");
      caller.asked("orders", 1001, "ok");

      assertThat(lines(file, 1))
          .singleElement()
          .asString()
          .contains("\"from\":\"127.0.0.1:9\"")
          .contains("count=1001");
    }
  }

  @Test
  void lines_thatACallerWrites_areKeptWithTheirResults() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file)) {
      ClaimStore lines = new CallersLines(new MemoryStore(), caller(audit));
      long unused = lines.claim("seq/a", 5, 10);
      boolean moved = lines.compareAndSet("seq/a", 3, 20);
      lines.annotate("seq/a", "for people");
      assertThat(moved).isFalse();
      assertThatThrownBy(() -> lines.claim("seq/a", 0, 0))
          .isInstanceOf(IllegalArgumentException.class);

      assertThat(lines(file, 4))
          .satisfiesExactly(
              line -> assertThat(line)
                  .contains("\"act\":\"claim\",\"on\":\"seq/a\",\"what\":\"atLeast=5, count=10\"")
                  .contains("\"result\":\"ok: 5\""),
              line -> assertThat(line).contains("compare-and-set").contains("ok: false"),
              line -> assertThat(line).contains("note").doesNotContain("for people"),
              line -> assertThat(line).contains("count=0").doesNotContain("\"ok"));
    }
  }

  @Test
  void look_afterTheFileIsMovedAway_goesOnInANewOne() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file)) {
      write(audit, "first");
      assertThat(lines(file, 1)).hasSize(1);
      Path moved = Files.move(file, directory.resolve("audit.1"));
      write(audit, "second");
      assertThat(lines(moved, 2)).hasSize(2);
      audit.sync();
      write(audit, "third");

      assertThat(lines(file, 1)).singleElement().asString().contains("third");
    }
  }

  @Test
  @Tag("long")
  @Tag("fault")
  void write_onAFullDisk_letsCallersGoOnAndSaysWhatIsMissing() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).as("a device that is always full").exists();
    Path link = Files.createSymbolicLink(directory.resolve("audit"), full);
    try (AuditFile audit = open(link)) {
      write(audit, "first");
      write(audit, "second");
      Await.until("both are left out", () -> audit.dropped() == 2);
      Files.delete(link);
      audit.sync();
      write(audit, "third");

      assertThat(lines(link, 2))
          .satisfiesExactly(
              line -> assertThat(line).contains("\"act\":\"lost\",\"records\":2"),
              line -> assertThat(line).contains("third"));
    }
  }

  @Test
  void write_interruptedCaller_isKeptAndTheNextToo() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file)) {
      Thread.currentThread().interrupt();
      write(audit, "first");
      audit.sync();
      assertThat(Thread.interrupted()).isTrue();
      write(audit, "second");

      assertThat(lines(file, 2)).hasSize(2);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void write_fileAtItsSize_isRenamedAndTheOneBeforeIsGone() throws IOException {
    Path file = directory.resolve("audit");
    try (AuditFile audit = open(file, SMALL_BYTES)) {
      for (int i = 0; i < MANY; i++) {
        write(audit, "number" + i);
      }
    }
    Path older = directory.resolve("audit.1");

    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("audit", "audit.1");
    assertThat(Files.size(file)).isPositive().isLessThanOrEqualTo(SMALL_BYTES);
    assertThat(Files.size(older)).isPositive().isLessThanOrEqualTo(SMALL_BYTES);
    List<String> both = new ArrayList<>(Files.readAllLines(older));
    both.addAll(Files.readAllLines(file));
    for (int i = 0; i < both.size(); i++) {
      assertThat(both.get(i)).contains("\"number" + (MANY - both.size() + i) + "\"");
    }
  }

  @Test
  @Tag("fault")
  void write_fileThatTakesNothing_neverWaitsAndCountsWhatIsLeftOut() throws Exception {
    ToolRun.assumeAreThere("mkfifo");
    Path pipe = directory.resolve("audit");
    assertThat(ToolRun.in(directory, List.of("mkfifo", "audit"), "").exitValue())
        .isZero();
    CompletableFuture<BufferedReader> reader =
        CompletableFuture.supplyAsync(() -> reader(pipe)); // A pipe opens when both ends do.
    try (AuditFile audit = open(pipe);
        BufferedReader in = reader.get(1, TimeUnit.MINUTES)) {
      for (int i = 0; i < 2 * AppendedLines.MOST_QUEUED; i++) {
        write(audit, "number" + i);
      }
      long dropped = audit.dropped();
      assertThat(dropped).isBetween(1L, (long) AppendedLines.MOST_QUEUED);
      long written = 2L * AppendedLines.MOST_QUEUED - dropped;
      for (long i = 0; i < written; i++) {
        assertThat(in.readLine()).contains("\"number");
      }
      write(audit, "late");

      assertThat(in.readLine()).contains("\"act\":\"lost\",\"records\":" + dropped + "}");
      assertThat(in.readLine()).contains("\"late\"");
    }
  }

  private static BufferedReader reader(Path file) {
    try {
      return Files.newBufferedReader(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(AuditFile audit, String on) {
    audit.write(new AuditLog.Actor("a", "", ""), "next", on, "", "ok", RequestTrace.NONE);
  }

  /** Waits until the file has so many lines, which another thread writes. */
  private static List<String> lines(Path file, int count) {
    Await.until(count + " records", () -> read(file).size() >= count);
    return read(file);
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void open_whereNoFileCanBe_isRefused() {
    assertThatThrownBy(() -> open(directory))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("the audit log cannot be opened: file=" + directory);
  }

  @Test
  void reservedLines_areTheAdministratorsButForTheGateAndTheDoctor() throws IOException {
    Path file = Files.writeString(
        directory.resolve("tokens"),
        "a: {hash: \"%s\", scopes: [claim]}".formatted(Secret.of("text").text()));
    Tokens tokens = Tokens.read(file, new TokenUses(ElapsedClock.system()));
    ShownToken shownToken = new Access(() -> tokens, AuditLog.NONE, InstantSource.system())
        .shownToken(new InetSocketAddress(0), Optional::empty);
    shownToken.show("text");
    ClaimStore lines = new CallersLines(new MemoryStore(), shownToken.caller());

    assertThat(lines.claim(StoreLines.GATE, 0, 1)).isZero();
    assertThat(lines.claim(StoreLines.GATE, 0, GroupCommit.MAX_WAITING)).isEqualTo(1);
    assertThat(lines.claim(StoreLines.DOCTOR, 0, 5)).isZero();
    for (Runnable write : List.<Runnable>of(
        () -> lines.claim(StoreLines.GATE, 0, GroupCommit.MAX_WAITING + 1),
        () -> lines.claim(StoreLines.GATE, 9, 1),
        () -> lines.claim(StoreLines.DOCTOR, Long.MAX_VALUE - 1, 1),
        () -> lines.compareAndSet(StoreLines.MOVED_TO, 0, 1),
        () -> lines.annotate(StoreLines.GATE, ""))) {
      assertThatThrownBy(write::run)
          .hasFieldOrPropertyWithValue("kind", Kind.FORBIDDEN)
          .hasMessageContaining("the token lacks the scope admin: token=a");
    }
  }
}
