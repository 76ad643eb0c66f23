package io.mintmark.example.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import io.mintmark.rigs.Transcript;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the shop with the embedded database and the embedded store, and the calls in its README.
 */
@Tag("long")
final class EmbeddedShopTest extends ShopContract {

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

  @Test
  void commandsOfTheReadme_printTheOutputItShows() throws Exception {
    ToolRun.assumeAreThere("sh", "curl");

    assertThat(Transcript.replay(Path.of("README.md"), shop.port(), ID)).isEqualTo(6);
  }
}
