package io.mintmark.example.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shop on the embedded database and the embedded store, and the calls of its README. */
final class EmbeddedShopTest extends ShopContract {

  /** A command of the README, perhaps of several lines, and the line that it prints. */
  private static final Pattern CALL = Pattern.compile("(?m)^\\$ (curl (?:.*\\\\\n)*.*)\n(.+)$");

  private static final Pattern ID = Pattern.compile("\\d{17,19}\\b|OD\\d{18}[0-9A-Z]");

  @TempDir
  private static Path folder;

  private static Shop shop;

  @BeforeAll
  static void start() {
    shop = Shop.start("--shop.directory=" + folder);
  }

  @AfterAll
  static void end() {
    shop.close();
  }

  @Override
  Shop shop() {
    return shop;
  }

  /** Every id that the README shows stands for the one that is made in its place here. */
  @Test
  void callsOfTheReadme_printWhatItShows_withIdsOfTheirOwn() throws Exception {
    ToolRun.assumeAreThere("curl");
    List<MatchResult> calls =
        CALL.matcher(Files.readString(Path.of("README.md"))).results().toList();
    Map<String, String> ids = new HashMap<>();

    assertThat(calls).hasSize(6);
    for (MatchResult call : calls) {
      String command = withIds(call.group(1), ids).replace(":8080", ":" + shop.port());
      String printed =
          ToolRun.in(folder, List.of("sh", "-c", command), "").output().strip();
      List<String> shown = ids(call.group(2));
      List<String> made = ids(printed);
      assertThat(made).as(printed).hasSameSizeAs(shown);
      for (int i = 0; i < shown.size(); i++) {
        ids.putIfAbsent(shown.get(i), made.get(i));
      }
      assertThat(printed).as(command).isEqualTo(withIds(call.group(2), ids));
    }
    assertThat(ids.values()).doesNotHaveDuplicates();
  }

  private static List<String> ids(String text) {
    return ID.matcher(text).results().map(MatchResult::group).toList();
  }

  private static String withIds(String text, Map<String, String> ids) {
    return ID.matcher(text).replaceAll(id -> ids.getOrDefault(id.group(), id.group()));
  }
}
