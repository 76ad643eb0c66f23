package io.mintmark.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The blocks of code in the pages of documentation. */
final class Pages {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (.+)$");

  private Pages() {}

  /** A block, and the heading that it stands under; none before the first. */
  record Block(Path page, int line, String heading, String language, String code) {

    @Override
    public String toString() {
      return House.name(page) + ":" + line;
    }
  }

  static List<Block> blocks(String language) {
    return House.pages().stream()
        .flatMap(Pages::blocks)
        .filter(block -> block.language().equals(language))
        .toList();
  }

  static Stream<Block> blocks(Path page) {
    String text = House.read(page);
    return BLOCK.matcher(text).results().map(found -> {
      String before = text.substring(0, found.start());
      int line = 1 + (int) before.lines().count();
      return new Block(page, line, lastHeading(before), found.group(1), found.group(2));
    });
  }

  /** A page's headings below its title, in their order. */
  static Stream<String> headings(Path page) {
    return headings(House.read(page));
  }

  private static String lastHeading(String text) {
    return headings(text).reduce("", (first, second) -> second);
  }

  private static Stream<String> headings(String text) {
    return HEADING
        .matcher(BLOCK.matcher(text).replaceAll(""))
        .results()
        .map(heading -> heading.group(1));
  }
}
