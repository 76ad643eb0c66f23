package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@link BusyClient} in Python or JavaScript, for example {@code clients/busy.py}. */
final class BusyProgram implements BusyClient {

  private static final Pattern RESULT =
      Pattern.compile("answered=(\\d+) different=(\\d+) lost=(\\d+)");

  private final Process process;
  private final BufferedReader out;
  private final Writer in;

  private BusyProgram(Process process) {
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
  }

  /**
   * Starts a client. Skips the test if this host lacks the program.
   *
   * @param folder the working directory, with the packages that the script needs
   * @param program the program that runs the script
   * @param script the script's name
   * @param arguments the server's port, and the name of the client library if the script has
   *     several
   */
  static BusyProgram start(Path folder, String program, String script, Object... arguments)
      throws Exception {
    ToolRun.assumeAreThere(program);
    Path source =
        Path.of(Objects.requireNonNull(BusyProgram.class.getResource("/clients/" + script))
            .toURI());
    List<String> command = new ArrayList<>(
        List.of(program, Files.copy(source, folder.resolve(script)).toString()));
    List.of(arguments).forEach(each -> command.add(each.toString()));
    return new BusyProgram(new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start());
  }

  @Override
  public void awaitAnswers() throws IOException {
    in.write("go\n");
    in.flush();
    assertThat(out.readLine()).isEqualTo("busy");
  }

  @Override
  public Outcome finish() throws IOException {
    in.close();
    String said = Objects.requireNonNull(out.readLine(), "the client has ended");
    Matcher result = RESULT.matcher(said);
    assertThat(result.matches()).as(said).isTrue();
    return new Outcome(
        Integer.parseInt(result.group(1)),
        Integer.parseInt(result.group(2)),
        Integer.parseInt(result.group(3)));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
