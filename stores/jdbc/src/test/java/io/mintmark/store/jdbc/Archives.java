package io.mintmark.store.jdbc;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * Unpacks an engine's files from the class path. This takes seconds, so it happens once per build.
 */
final class Archives {

  private static final Path ENGINES = build().resolve("target/engines");
  private static final Set<PosixFilePermission> RUNNABLE = Set.of(PosixFilePermission.values());

  @FunctionalInterface
  private interface Unpacking {
    void into(Path folder) throws IOException;
  }

  private Archives() {}

  /**
   * Finds the root folder of the build, which contains Maven's {@code .mvn}. Without such a folder,
   * returns the module's folder.
   */
  private static Path build() {
    Path module = Path.of("").toAbsolutePath();
    return Stream.iterate(module, Objects::nonNull, Path::getParent)
        .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
        .findFirst()
        .orElse(module);
  }

  /** Unpacks a resource in the format tar.xz. */
  static Path tar(String name, String resource) throws IOException {
    return once(name, folder -> {
      try (InputStream packed = Archives.class.getResourceAsStream(resource);
          TarArchiveInputStream tar = new TarArchiveInputStream(
              new XZCompressorInputStream(new BufferedInputStream(packed)))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          Path target = folder.resolve(entry.getName()).normalize();
          if (entry.isDirectory()) {
            Files.createDirectories(target);
          } else if (entry.isSymbolicLink()) {
            Files.createDirectories(target.getParent());
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
          } else {
            Files.createDirectories(target.getParent());
            Files.copy(tar, target);
            runnable(target);
          }
        }
      }
    });
  }

  /** Copies folders of resources. */
  static Path folders(String name, String resource, List<String> wanted) throws IOException {
    return once(name, folder -> {
      URI jar = URI.create(Archives.class.getResource(resource).toString().replaceFirst("!.*", ""));
      try (FileSystem files = FileSystems.newFileSystem(jar, Map.of())) {
        Path root = files.getPath(resource);
        for (String each : wanted) {
          try (Stream<Path> found = Files.walk(root.resolve(each))) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
              Path target = folder.resolve(root.relativize(file).toString());
              Files.createDirectories(target.getParent());
              Files.copy(file, target);
              runnable(target);
            }
          }
        }
      }
    });
  }

  private static void runnable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, RUNNABLE);
  }

  /**
   * Unpacks into a temporary folder first, so that an interrupted build leaves no incomplete files.
   */
  private static synchronized Path once(String name, Unpacking unpacking) throws IOException {
    Path whole = ENGINES.resolve(name);
    Files.createDirectories(ENGINES);
    try (FileChannel gate = FileChannel.open(
        ENGINES.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock unused = gate.lock(); // Another JVM may be unpacking. Closing ends the lock.
      if (!Files.isDirectory(whole)) {
        Path half = Files.createTempDirectory(ENGINES, name);
        unpacking.into(half);
        runnable(half);
        Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return whole;
  }
}
