package io.mintmark.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.internal.time.ElapsedClock;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of a shell script in one process. If the shell runs several at once, so does
 * this process.
 */
public final class Commands {

  private Commands() {}

  /**
   * Reads calls until the process is ended. Each call consists of its folder and the pid of the
   * shell that makes it.
   *
   * @param arguments the pipe from which the calls are read
   */
  public static void main(String[] arguments) throws Exception {
    int made = new ProcessBuilder("mkfifo", arguments[0]).inheritIO().start().waitFor();
    // The pipe is also open for writing, so that it does not end after the first call.
    try (RandomAccessFile pipe = new RandomAccessFile(arguments[0], "rw");
        BufferedReader calls =
            new BufferedReader(new InputStreamReader(new FileInputStream(pipe.getFD()), UTF_8))) {
      System.out.println("ready, mkfifo=" + made);
      for (String call = calls.readLine(); call != null; call = calls.readLine()) {
        String[] words = call.split(" ", 2);
        new Thread(() -> run(Path.of(words[0]), words[1])).start();
      }
    }
  }

  private static void run(Path call, String shell) {
    try (InputStream in = late(Path.of("/proc", shell, "fd", "0"));
        OutputStream out = Files.newOutputStream(call.resolve("out"));
        OutputStream err = Files.newOutputStream(call.resolve("err"))) {
      Map<String, String> environment = new TreeMap<>();
      for (String variable : words(call.resolve("environment"))) {
        int end = variable.indexOf('=');
        environment.put(variable.substring(0, end), variable.substring(end + 1));
      }
      Terminal terminal = new Terminal(
          in, out, err, false, false, environment, InstantSource.system(), ElapsedClock.system());
      int code = Main.run(terminal, words(call.resolve("arguments")).toArray(String[]::new));
      Files.writeString(call.resolve("code"), code + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> words(Path file) throws IOException {
    String text = Files.readString(file);
    return text.isEmpty()
        ? List.of()
        : Arrays.asList(text.substring(0, text.length() - 1).split("\0", -1));
  }

  /**
   * Opens a file at the first read. A command that does not read leaves the input to the next
   * command.
   */
  @SuppressWarnings("InputStreamSlowMultibyteRead")
  private static InputStream late(Path file) {
    return new InputStream() {
      private @Nullable InputStream opened;

      @Override
      public int read() throws IOException {
        if (opened == null) {
          opened = new BufferedInputStream(Files.newInputStream(file));
        }
        return opened.read();
      }

      @Override
      public void close() throws IOException {
        if (opened != null) {
          opened.close();
        }
      }
    };
  }
}
