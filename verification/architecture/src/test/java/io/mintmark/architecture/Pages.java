package io.mintmark.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The blocks of code in the pages of documentation. */
final class Pages {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

  private Pages() {}

  record Block(Path page, int line, String language, String code) {

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
      int line = 1 + (int) text.substring(0, found.start()).lines().count();
      return new Block(page, line, found.group(1), found.group(2));
    });
  }
}
