package io.mintmark.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.access.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        .scope()
        .map(Scope::word)
        .map(word -> "`" + word + "`")
        .orElse("");
    return "| `" + command.syntax() + "` | " + scope + " | " + command.summary() + " |\n";
  }

  @ParameterizedTest
  @CsvSource({
    "RESET, 1, 0",
    "INCR name, 2, 1",
    "MGET name..., -2, -1",
    "PING [name], -1, 0",
    "AUTH [name] token, -2, 0",
    "HELLO [version [AUTH name token] [SETNAME name]], -1, 0",
    "MINT.NEXT name [COUNT n] [VAR name value ...], -2, 1"
  })
  void syntax_ofEveryForm_hasTheArityOfRedis(String text, int arity, int lastName) {
    RespCommand command = RespCommand.parse(text + " | NONE | write | Does something");

    assertThat(command.arity()).isEqualTo(arity);
    assertThat(command.lastName()).isEqualTo(lastName);
  }
}
