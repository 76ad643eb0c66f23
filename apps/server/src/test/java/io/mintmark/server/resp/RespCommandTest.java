package io.mintmark.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.access.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RespCommandTest {

  private static final Path PAGE = Path.of("../../docs/reference/redis-protocol.md");
  private static final Pattern TABLE = Pattern.compile("(?m)^<!-- commands -->\n((?:\\|.*\n)*)");

  @Test
  void page_listsTheCommands() throws IOException {
    Matcher shown = TABLE.matcher(Files.readString(PAGE));
    String text = RespCommand.OFFERED.stream()
        .map(RespCommandTest::row)
        .collect(Collectors.joining("", "| command | scope | effect |\n|---|---|---|\n", ""));

    assertThat(shown.find()).isTrue();
    assertThat(shown.group(1))
        .as("the table of %s, which should be%n%s", PAGE, text)
        .isEqualTo(text);
  }

  private static String row(RespCommand command) {
    String scope = command
        .permission()
        .scope
        .map(Scope::word)
        .map(word -> "`" + word + "`")
        .orElse("");
    return "| `" + command.syntax() + "` | " + scope + " | " + command.summary() + " |\n";
  }

  /** A word, or a part in brackets, which may contain brackets. */
  private static final Pattern PART = Pattern.compile("\\[(?:[^\\[\\]]|\\[[^\\]]*])*]|[^ ]+");

  @Test
  void arityAndNames_ofEachCommand_matchItsSyntax() {
    assertThat(RespCommand.ALL.values()).hasSizeGreaterThan(30).allSatisfy(command -> {
      List<String> parts =
          PART.matcher(command.syntax()).results().map(MatchResult::group).toList();
      int words = (int) parts.stream().filter(part -> !part.startsWith("[")).count();
      boolean varies = words < parts.size() || command.syntax().endsWith("...");
      String first = parts.size() > 1 ? parts.get(1) : "";

      assertThat(command.arity()).isEqualTo(varies ? -words : words);
      assertThat(command.lastName())
          .isEqualTo(first.equals("name") ? 1 : first.equals("name...") ? -1 : 0);
    });
  }
}
