package io.mintmark.store.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a real MySQL, which are in no Maven repository. Debian's suite {@code sid} contains
 * them, with newer libraries than most hosts. So {@code debootstrap} unpacks the suite into the
 * user's cache once, and the server runs with the libraries from there. This requires root,
 * Debian's package {@code debootstrap}, and the host's Debian mirror.
 */
final class MySql9Files {

  private static final String SUITE = "sid";
  private static final String PACKAGES = "mysql-server-core,mysql-client-core";
  private static final long INSTALL_BOUND_MINUTES = 10;
  private static final Pattern MIRROR =
      Pattern.compile("(?m)^(?:deb |URIs: ).*?(https?://\\S+/debian)/?(?:\\s|$)");

  private MySql9Files() {}

  /** Unpacks the files unless they are there already. Skips the test if this is impossible. */
  static Path root() throws Exception {
    String home = System.getenv("XDG_CACHE_HOME");
    Path cache = home == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(home);
    Path folder = Files.createDirectories(cache.resolve("mintmark-test"));
    Path root = folder.resolve("mysql-9");
    try (FileChannel channel = FileChannel.open(
        folder.resolve("mysql-9.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock unused = channel.lock(); // Tests in another JVM may be unpacking.
      if (!Files.isDirectory(root)) {
        install(folder, root);
      }
    }
    return root;
  }

  private static void install(Path folder, Path root) throws Exception {
    Optional<Path> debootstrap = EngineProcess.find("debootstrap");
    assumeTrue(
        debootstrap.isPresent() && System.getProperty("user.name").equals("root"),
        "skipped: needs root and debootstrap (Debian's package debootstrap) to install MySQL");
    Optional<String> mirror = mirror();
    assumeTrue(mirror.isPresent(), "skipped: needs a Debian mirror to install MySQL");
    Path half = folder.resolve("mysql-9.part");
    Path log = folder.resolve("mysql-9.log");
    delete(half);
    Process process = new ProcessBuilder(
            debootstrap.get().toString(),
            "--variant=minbase",
            "--include=" + PACKAGES,
            SUITE,
            half.toString(),
            mirror.get())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    boolean ended = process.waitFor(INSTALL_BOUND_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assumeTrue(
        ended && process.exitValue() == 0, () -> "skipped: MySQL could not be installed: " + log);
    Files.move(half, root, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Uses the host's {@code rm}, because an incomplete folder contains device files. */
  private static void delete(Path folder) throws Exception {
    int unused =
        new ProcessBuilder("rm", "-rf", folder.toString()).inheritIO().start().waitFor();
  }

  private static Optional<String> mirror() throws IOException {
    List<Path> lists = new ArrayList<>(List.of(Path.of("/etc/apt/sources.list")));
    Path more = Path.of("/etc/apt/sources.list.d");
    if (Files.isDirectory(more)) {
      try (Stream<Path> files = Files.list(more)) {
        lists.addAll(files.toList());
      }
    }
    for (Path list : lists) {
      Matcher found = MIRROR.matcher(Files.isRegularFile(list) ? Files.readString(list) : "");
      if (found.find()) {
        return Optional.of(found.group(1));
      }
    }
    return Optional.empty();
  }
}
