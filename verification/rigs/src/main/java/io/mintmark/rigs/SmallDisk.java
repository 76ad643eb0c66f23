package io.mintmark.rigs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of a few megabytes that a test fills up: a tmpfs, which takes root to mount. Its
 * {@code fsync} does nothing; see {@link FaultyDisk} for that.
 */
public final class SmallDisk implements AutoCloseable {

  private static final String BALLAST = "ballast";

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /**
   * Mounts one. Skips the test that asks if this process may not mount, and says so.
   *
   * @param directory where; made if it is not there
   * @param megabytes how much fits in it
   * @return the empty disk, which the caller closes
   * @throws IOException if the directory cannot be made
   * @throws InterruptedException if the thread is interrupted
   */
  public static SmallDisk mount(Path directory, int megabytes)
      throws IOException, InterruptedException {
    ToolRun.assumeAreThere("mount", "umount");
    Files.createDirectories(directory);
    ToolRun run = run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory);
    assumeTrue(run.exitValue() == 0, "needs root, to mount a tmpfs: " + run.output());
    return new SmallDisk(directory);
  }

  /**
   * Says where it is.
   *
   * @return its directory
   */
  public Path directory() {
    return directory;
  }

  /**
   * Fills it to the last byte.
   *
   * @throws IOException never for want of space
   */
  public void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve(BALLAST))) {
      for (int size = 1 << 16; size > 0; size /= 2) {
        writeWhileItFits(out, new byte[size]);
      }
    }
  }

  private static void writeWhileItFits(OutputStream out, byte[] bytes) {
    try {
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      // It is full, but for less than this many bytes.
      return;
    }
  }

  /**
   * Gives back what {@link #fill} took.
   *
   * @throws IOException if that is not possible
   */
  public void free() throws IOException {
    Files.delete(directory.resolve(BALLAST));
  }

  @Override
  public void close() throws IOException {
    try {
      ToolRun run = run("umount", "--lazy", directory);
      if (run.exitValue() != 0) {
        throw new AssertionError(
            Message.of("not unmounted: directory={}, {}", directory, run.output()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted; not unmounted: directory=" + directory, e);
    }
  }

  private static ToolRun run(Object... command) throws IOException, InterruptedException {
    List<String> words = List.of(command).stream().map(Object::toString).toList();
    return ToolRun.in(Path.of("/"), words, "");
  }
}
