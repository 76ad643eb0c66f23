package io.mintmark.rigs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The commands in a page, and the outputs that the page shows. A command is a line in a block of
 * text that begins with {@code $}. Its output is below it. Ids differ each time. If an output
 * contains an id where the page shows another id, the new id replaces the page's id in all later
 * commands.
 */
public final class Transcript {

  /** The address in the pages. */
  private static final String SHOWN = "127.0.0.1:8080";

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```text\n(\\$ .*?)^```$");

  /** A command continues in the next line after a backslash. */
  private static final Pattern CALL =
      Pattern.compile("(?m)^\\$ ((?:.*\\\\\n)*.*)\n((?:(?!\\$ ).*\n)*)");

  private final Pattern newEachTime;
  private final Map<String, String> real = new HashMap<>();

  private Transcript(Pattern newEachTime) {
    this.newEachTime = newEachTime;
  }

  /**
   * Runs all commands of a page in their order, in the page's folder, and compares their outputs.
   *
   * @param page the page
   * @param port the loopback port of the server that the page shows at {@code 127.0.0.1:8080}
   * @param newEachTime matches the ids, and all other text that differs each time
   * @return how many commands there were
   * @throws IOException if the page cannot be read, or the shell cannot be started
   * @throws InterruptedException if the wait for a command is interrupted
   * @throws AssertionError if a command prints a different text, or an id was made twice
   */
  public static int replay(Path page, int port, Pattern newEachTime)
      throws IOException, InterruptedException {
    Transcript transcript = new Transcript(newEachTime);
    List<MatchResult> calls = BLOCK
        .matcher(Files.readString(page))
        .results()
        .flatMap(block -> CALL.matcher(block.group(1)).results())
        .toList();
    Path folder = page.resolveSibling("").toAbsolutePath();
    for (MatchResult call : calls) {
      String command = transcript.withRealIds(call.group(1)).replace(SHOWN, "127.0.0.1:" + port);
      String output = ToolRun.in(folder, List.of("sh", "-c", command), "").output();
      transcript.compare(command, call.group(2).strip(), output.strip());
    }
    assertThat(transcript.real.values()).doesNotHaveDuplicates();
    return calls.size();
  }

  private void compare(String command, String shown, String output) {
    List<String> shownIds = ids(shown);
    List<String> realIds = ids(output);
    assertThat(realIds).as("%s\n%s", command, output).hasSameSizeAs(shownIds);
    for (int i = 0; i < shownIds.size(); i++) {
      real.putIfAbsent(shownIds.get(i), realIds.get(i));
    }
    assertThat(output).as(command).isEqualTo(withRealIds(shown));
  }

  private List<String> ids(String text) {
    return newEachTime.matcher(text).results().map(MatchResult::group).toList();
  }

  private String withRealIds(String text) {
    return newEachTime.matcher(text).replaceAll(id -> real.getOrDefault(id.group(), id.group()));
  }
}
