package io.mintmark.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls in the README and what it shows of them. Ids are others each time: the first that an
 * output has in the place of one in the README stands for that one from then on.
 */
final class Transcript {

  private static final Path README = Path.of("README.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```text\n(\\$ .*?)^```$");
  private static final Pattern CALL = Pattern.compile("(?m)^\\$ (.*)\n((?:(?!\\$ ).*\n)*)");
  private static final Pattern NEW_EACH_TIME = Pattern.compile(
      "\\b(?:OD\\d{30}|INV-\\d{8}-\\d{6}|\\d{18})\\b|\"database\":\\d|\"table\":\\d");

  private final int port;
  private final Map<String, String> real = new HashMap<>();

  Transcript(int port) {
    this.port = port;
  }

  /** Makes all calls in their order, and compares. */
  void run() throws IOException, InterruptedException {
    List<MatchResult> calls = BLOCK
        .matcher(Files.readString(README))
        .results()
        .flatMap(block -> CALL.matcher(block.group(1)).results())
        .toList();
    assertThat(calls).hasSizeGreaterThan(10);
    for (MatchResult call : calls) {
      String command = NEW_EACH_TIME
          .matcher(call.group(1))
          .replaceAll(id -> real.getOrDefault(id.group(), id.group()))
          .replace("127.0.0.1:8080", "127.0.0.1:" + port);
      compare(command, call.group(2).strip(), output(command).strip());
    }
    assertThat(real.values()).doesNotHaveDuplicates();
  }

  private static String output(String command) throws IOException, InterruptedException {
    return ToolRun.in(Path.of("."), List.of("sh", "-c", command), "").output();
  }

  private void compare(String command, String shown, String output) {
    StringBuilder expected = new StringBuilder();
    List<String> unknown = new ArrayList<>();
    Matcher id = NEW_EACH_TIME.matcher(shown);
    int end = 0;
    while (id.find()) {
      expected.append(Pattern.quote(shown.substring(end, id.start())));
      if (real.containsKey(id.group())) {
        expected.append(Pattern.quote(real.get(id.group())));
      } else {
        unknown.add(id.group());
        expected.append('(').append(NEW_EACH_TIME.pattern()).append(')');
      }
      end = id.end();
    }
    expected.append(Pattern.quote(shown.substring(end)));
    Matcher same = Pattern.compile(expected.toString()).matcher(output);
    assertThat(same.matches())
        .as("%s\nshown: %s\nwhat came: %s", command, shown, output)
        .isTrue();
    for (int i = 0; i < unknown.size(); i++) {
      real.put(unknown.get(i), same.group(i + 1));
    }
  }
}
