package io.mintmark.migrating;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of docs/migrating, whose configuration a test uses as it stands there. */
final class MigrationPage {

  private static final Path FOLDER = Path.of("../../docs/migrating");
  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

  private MigrationPage() {}

  /**
   * Makes the generators of a page's first block of YAML known to a Mintmark.
   *
   * @param page the file's name without its ending
   */
  static void configure(String page, Mintmark mint, Path folder) throws IOException {
    Matcher block = YAML.matcher(Files.readString(FOLDER.resolve(page + ".md")));
    if (!block.find()) {
      throw new AssertionError("the page has no block of YAML: page=" + page);
    }
    Path file = Files.writeString(folder.resolve("mintmark.yaml"), block.group(1));
    Config.load(file).open(mint);
  }
}
