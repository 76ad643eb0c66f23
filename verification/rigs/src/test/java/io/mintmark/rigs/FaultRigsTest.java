package io.mintmark.rigs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.SyncFailedException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Scanner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each rig causes the fault that it is named after, and the fault ends. */
@Tag("fault")
class FaultRigsTest {

  private static final int READ_WITHIN_MS = 30_000;
  private static final byte[] PAGE = new byte[4_096];

  @TempDir
  Path directory;

  private ChildJvm.Setup child() {
    return ChildJvm.of(Child.class, directory.resolve("file").toString());
  }

  private static String ask(ChildJvm child, String what) {
    child.tell(what);
    return child.hear();
  }

  @Test
  void smallDisk_filled_rejectsWritesUntilFreed() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory.resolve("disk"), 3)) {
      disk.fill();
      Path file = disk.directory().resolve("file");
      assertThatThrownBy(() -> Files.write(file, PAGE)).isInstanceOf(IOException.class);
      disk.free();
      assertThat(Files.write(file, PAGE)).hasBinaryContent(PAGE);
    }
  }

  @Test
  void faultyDisk_onCommand_failsOrIsSlow() throws Exception {
    FaultyDisk disk = FaultyDisk.compile(directory.resolve("rig"));
    try (ChildJvm child = child().with(disk::preload).start()) {
      assertThat(ask(child, "sync")).startsWith("synced");
      disk.fail();
      assertThat(ask(child, "sync")).isEqualTo("failed");
      disk.slowDown(Duration.ofMillis(50));
      assertThat(ask(child, "sync"))
          .matches(said -> Long.parseLong(said.substring("synced ".length())) >= 50);
      disk.work();
      assertThat(ask(child, "sync")).startsWith("synced");
    }
  }

  @Test
  void processClockAndFaultyDisk_inOneProcess_bothWork() throws Exception {
    assumeTrue(ProcessClock.canBeStepped(), "needs libfaketime, to step a clock under a process");
    FaultyDisk disk = FaultyDisk.compile(directory.resolve("rig"));
    ProcessClock clock = ProcessClock.at(directory.resolve("offset"));
    Duration step = Duration.ofMinutes(10);
    try (ChildJvm child = child().with(disk::preload).with(clock::preload).start()) {
      disk.fail();
      assertThat(ask(child, "sync")).isEqualTo("failed");
      long between = System.currentTimeMillis() + step.toMillis() / 2;
      clock.step(step);
      assertThat(Long.parseLong(ask(child, "clock"))).isGreaterThan(between);
      clock.step(Duration.ZERO);
      assertThat(Long.parseLong(ask(child, "clock"))).isLessThan(between);
    }
  }

  @Test
  void breakableNetwork_slowInOneDirection_doesNotDelayTheOther() throws Exception {
    Duration late = Duration.ofMillis(50);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        BreakableNetwork network = BreakableNetwork.to(server.getLocalPort());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), network.port());
        Socket engine = server.accept()) {
      client.setSoTimeout(READ_WITHIN_MS);
      engine.setSoTimeout(READ_WITHIN_MS);
      network.slowRequestsBy(Duration.ofHours(1));
      engine.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);
      network.slowAnswersBy(Duration.ofHours(1));
      network.slowRequestsBy(late);
      long sent = System.nanoTime();
      client.getOutputStream().write(2);
      assertThat(engine.getInputStream().read()).isEqualTo(2);
      assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(late.toNanos());
    }
  }

  @Test
  void threadLimit_set_refusesThreadsUntilLifted() {
    ThreadLimit.assumePossible();
    try (ChildJvm child = child().startedBy(ThreadLimit.prefix()).start()) {
      assertThat(ask(child, "thread")).isEqualTo("started");
      ThreadLimit.set(child);
      assertThat(ask(child, "thread")).isEqualTo("refused");
      ThreadLimit.lift(child);
      assertThat(ask(child, "thread")).isEqualTo("started");
    }
  }

  @Test
  @Tag("long")
  void heapHog_running_usesAllMemoryThenReleasesIt() {
    try (ChildJvm child = child().options("-Xmx64m").start()) {
      assertThat(ask(child, "memory")).isEqualTo("refused, then given");
    }
  }

  /** The program of the child JVM, which executes the test's commands. */
  static final class Child {

    private static final int PIECE_BYTES = 1 << 20;

    private Child() {}

    public static void main(String[] arguments) throws Exception {
      Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
      while (in.hasNextLine()) {
        System.out.println(
            switch (in.nextLine()) {
              case "sync" -> sync(Path.of(arguments[0]));
              case "thread" -> thread();
              case "clock" -> Long.toString(System.currentTimeMillis());
              default -> memory();
            });
      }
    }

    private static String sync(Path file) throws IOException {
      long startNanos = System.nanoTime();
      try (FileOutputStream out = new FileOutputStream(file.toFile())) {
        out.write(1);
        out.getFD().sync();
        return "synced " + (System.nanoTime() - startNanos) / 1_000_000;
      } catch (SyncFailedException e) {
        return "failed";
      }
    }

    private static String thread() throws InterruptedException {
      Thread thread = new Thread(() -> {});
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        return "refused";
      }
      thread.join();
      return "started";
    }

    private static String memory() {
      boolean refused = false;
      Thread hog = new Thread(() -> HeapHog.useUp(Duration.ofMillis(500)));
      hog.start();
      while (hog.isAlive()) {
        refused |= !fits();
      }
      return (refused ? "refused" : "given") + ", then " + (fits() ? "given" : "refused");
    }

    private static boolean fits() {
      try {
        return new byte[PIECE_BYTES].length > 0;
      } catch (OutOfMemoryError e) {
        return false;
      }
    }
  }
}
