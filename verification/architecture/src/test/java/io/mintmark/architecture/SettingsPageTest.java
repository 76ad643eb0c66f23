package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.Setting;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.access.Tokens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables on the page of settings have the rows with which files are parsed. The page alone
 * describes the effects of settings that are no options of the command line.
 */
final class SettingsPageTest {

  private static final Path PAGE = Codebase.ROOT.resolve("docs/reference/settings.md");
  private static final Pattern TABLE =
      Pattern.compile("(?m)^<!-- settings: (\\S+) -->\n((?:\\|.*\n)*)");

  private static Map<String, List<Setting<?>>> tables() {
    Map<String, List<Setting<?>>> tables = new LinkedHashMap<>();
    tables.put("file", Config.TABLE);
    for (String type : List.of("sequence", "snowflake", "key", "uuid", "typeid", "objectid")) {
      tables.put(type, GeneratorSettings.table(type));
    }
    tables.put("server", ServerSettings.TABLE);
    tables.put("token", Tokens.TABLE);
    return tables;
  }

  @Test
  void page_hasEveryTable_asInTheCode() {
    Map<String, String> shown = new LinkedHashMap<>();
    Matcher table = TABLE.matcher(Codebase.read(PAGE));
    while (table.find()) {
      shown.put(table.group(1), table.group(2));
    }

    tables()
        .forEach((name, rows) ->
            assertThat(shown.get(name)).as("table %s of %s", name, PAGE).matches(text(rows)));
    assertThat(shown).hasSameSizeAs(tables());
  }

  @Test
  void rows_withNumbersOrTimes_showTheirRange() {
    Set<String> ranged = Set.of("number", "range", "duration", "moment", "memory");
    assertThat(tables().values().stream().flatMap(List::stream))
        .filteredOn(row -> ranged.contains(row.type().name()))
        .hasSizeGreaterThan(30)
        .allSatisfy(row -> assertThat(row.type().range()).as(row.key()).isNotEmpty());
  }

  /** Pages show whole files and parts of files. The program must be able to read each of them. */
  @TestFactory
  Stream<DynamicTest> files_inPages_areReadWithoutFault(@TempDir Path folder) {
    List<Block> files = Pages.blocks("yaml").stream()
        .filter(block -> block.code().matches("(?s)(store|generators|auto-create|server):.*"))
        .toList();

    assertThat(files).hasSizeGreaterThan(5);
    return files.stream()
        .map(block -> DynamicTest.dynamicTest(block.toString(), () -> {
          Path file = Files.writeString(folder.resolve("mintmark.yaml"), block.code());
          assertThatCode(() -> Config.load(file)).doesNotThrowAnyException();
        }));
  }

  /** Returns a pattern of a table in which each row describes the effect of its setting. */
  private static String text(List<Setting<?>> rows) {
    StringBuilder text = new StringBuilder(
        Pattern.quote("| setting | value | default | effect |\n|---|---|---|---|\n"));
    for (Setting<?> row : rows) {
      String range = row.type().range();
      text.append(Pattern.quote("| `" + row.key() + "` | " + row.type().name()
          + (range.isEmpty() ? "" : ", `" + range + "`") + " | "
          + (row.byDefault().isEmpty() ? "" : "`" + row.byDefault() + "`") + " | "));
      text.append(row.doc().isEmpty() ? "[A-Z].*\\." : Pattern.quote(row.doc())).append(" \\|\n");
    }
    return text.toString();
  }
}
