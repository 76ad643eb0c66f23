package io.mintmark.cli;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Opens the file that a command reads ids from. */
final class IdFile {

  private IdFile() {}

  /** Without a name, or with {@code -}, it is standard input. */
  static InputStream open(CommandSpec spec, Terminal terminal, @Nullable String name)
      throws IOException {
    if (name == null || name.equals("-")) {
      return terminal.in();
    }
    Path path = Usage.value(spec, name, Path::of);
    if (Files.isDirectory(path)) {
      throw new IOException(
          Message.of("a directory cannot be read as a file of ids: FILE={}", path));
    }
    return Files.newInputStream(path);
  }
}
