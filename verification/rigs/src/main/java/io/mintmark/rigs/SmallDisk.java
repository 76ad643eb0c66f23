package io.mintmark.rigs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of a few megabytes that a test fills up: a tmpfs, which only root can mount. Its
 * {@code fsync} does nothing; see {@link FaultyDisk} for that.
 */
public final class SmallDisk implements AutoCloseable {

  private static final String BALLAST = "ballast";
  private static final int PAGE_BYTES = 4_096;

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /**
   * Mounts a disk. Skips the calling test, with a message, if this process may not mount.
   *
   * @param directory the mount point; made if it does not exist
   * @param megabytes its size
   * @return the empty disk, which the caller closes
   * @throws IOException if the directory cannot be made
   * @throws InterruptedException if the thread is interrupted
   */
  public static SmallDisk mount(Path directory, int megabytes)
      throws IOException, InterruptedException {
    ToolRun.assumeAreThere("mount", "umount");
    Files.createDirectories(directory);
    List<String> mount = List.of(
        "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", directory.toString());
    ToolRun run = ToolRun.in(Path.of("/"), mount, "");
    assumeTrue(run.exitValue() == 0, "needs root, to mount a tmpfs: " + run.output());
    return new SmallDisk(directory);
  }

  /**
   * Returns the mount point.
   *
   * @return its directory
   */
  public Path directory() {
    return directory;
  }

  /**
   * Fills it to the last page.
   *
   * @throws IOException never because the disk is full
   */
  public void fill() throws IOException {
    OutputStream out = Files.newOutputStream(directory.resolve(BALLAST));
    byte[] page = new byte[PAGE_BYTES];
    try (out) {
      while (true) {
        out.write(page);
      }
    } catch (IOException e) {
      return; // It is full.
    }
  }

  /**
   * Frees the space that {@link #fill} took.
   *
   * @throws IOException if that is not possible
   */
  public void free() throws IOException {
    Files.delete(directory.resolve(BALLAST));
  }

  @Override
  public void close() {
    ToolRun.succeed(Path.of("/"), List.of("umount", "--lazy", directory.toString()));
  }
}
