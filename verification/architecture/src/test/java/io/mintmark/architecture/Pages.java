package io.mintmark.architecture;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The blocks of code, headings and links in the pages of documentation. */
final class Pages {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
  private static final Pattern JAVADOC_EXAMPLE =
      Pattern.compile("(?ms)^ \\* <pre>\\{@code\n(.*?)^ \\* }</pre>$");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (.+)$");

  private static final Pattern LINK = Pattern.compile("]\\((?!\\w+:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern LABEL = Pattern.compile("\\[([^\\]]*)]\\([^)]*\\)");

  private Pages() {}

  /** A block, and the heading above it; an empty text before the first heading. */
  record Block(Path page, int line, String heading, String language, String code) {

    @Override
    public String toString() {
      return Codebase.name(page) + ":" + line;
    }
  }

  /**
   * A link from a page to a file of the repository, and the heading in it; empty for the whole
   * file.
   */
  record Link(Path from, Path to, String anchor) {

    @Override
    public String toString() {
      return Codebase.name(from) + " -> " + Codebase.name(to)
          + (anchor.isEmpty() ? "" : "#" + anchor);
    }
  }

  static List<Block> blocks(String language) {
    return Codebase.pages().stream()
        .flatMap(Pages::blocks)
        .filter(block -> block.language().equals(language))
        .toList();
  }

  static Stream<Block> blocks(Path page) {
    String text = Codebase.read(page);
    return BLOCK.matcher(text).results().map(found -> {
      String before = text.substring(0, found.start());
      int line = 1 + (int) before.lines().count();
      return new Block(page, line, lastHeading(before), found.group(1), found.group(2));
    });
  }

  /** Returns the examples in a Javadoc comment that is not indented, such as that of a package. */
  static Stream<Block> javadocExamples(Path source) {
    String text = Codebase.read(source);
    return JAVADOC_EXAMPLE.matcher(text).results().map(found -> {
      int line = 1 + (int) text.substring(0, found.start()).lines().count();
      String code = found.group(1).replaceAll("(?m)^ \\* ?", "");
      return new Block(source, line, "", "java", code);
    });
  }

  /** Returns a page without its blocks of code. */
  static String prose(Path page) {
    return prose(Codebase.read(page));
  }

  static Stream<Link> links(Path page) {
    return LINK.matcher(Codebase.read(page)).results().map(link -> {
      Path to =
          link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
      return new Link(page, to, link.group(2) == null ? "" : link.group(2));
    });
  }

  /** Returns GitHub's anchors of a page's headings below its title, in order. */
  static List<String> anchors(Path page) {
    return headings(Codebase.read(page))
        .map(heading -> LABEL.matcher(heading).replaceAll("$1").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_\\- ]", "").replace(' ', '-'))
        .toList();
  }

  /** Replaces the parts of a text that differ each time, so that it can be compared. */
  static String masked(Pattern newEachTime, String text) {
    return newEachTime.matcher(text).replaceAll("#");
  }

  private static String lastHeading(String text) {
    return headings(text).reduce("", (first, second) -> second);
  }

  private static Stream<String> headings(String text) {
    return HEADING.matcher(prose(text)).results().map(heading -> heading.group(1));
  }

  private static String prose(String text) {
    return BLOCK.matcher(text).replaceAll("");
  }
}
