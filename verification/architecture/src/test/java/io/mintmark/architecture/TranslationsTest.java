package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.mintmark.architecture.Pages.Block;
import io.mintmark.architecture.Pages.Link;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The Chinese pages agree with the English ones in everything except prose: code, commands,
 * settings, headings and links. Each Chinese page contains a hash of the English text that it
 * translates.
 */
final class TranslationsTest {

  private static final Path CHINESE = Codebase.ROOT.resolve("docs/zh-CN");

  private static final Pattern STAMP = Pattern.compile("<!-- english: ([0-9a-f]{12}) -->");
  private static final Pattern SPAN = Pattern.compile("`[^`]+`");
  private static final Pattern TABLE_ROW = Pattern.compile("(?m)^\\|.*$");
  private static final Pattern HAN = Pattern.compile("\\p{IsHan}");

  /**
   * Matches a comment, alone or after code. The space before it distinguishes it from the slashes
   * of a URL.
   */
  private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)\\s*(?://|#|--) .*$");

  /** A page in both languages. */
  private record Pair(Path english, Path chinese) {

    static Pair of(Path chinese) {
      Path english = chinese.startsWith(CHINESE)
          ? Codebase.ROOT.resolve("docs").resolve(CHINESE.relativize(chinese).toString())
          : Codebase.ROOT.resolve("README.md");
      return new Pair(english, chinese);
    }
  }

  private static final List<Pair> PAIRS = Codebase.pages().stream()
      .filter(
          page -> page.startsWith(CHINESE) || page.equals(Codebase.ROOT.resolve("README.zh-CN.md")))
      .map(Pair::of)
      .toList();

  /** The target of a link: the English page, and the index of the heading in it. */
  private record Target(String page, int heading) {}

  @TestFactory
  Stream<DynamicTest> codeBlocks_areEqual_exceptComments() {
    return forEachPair(pair -> {
      List<Block> english = Pages.blocks(pair.english()).toList();
      List<Block> chinese = Pages.blocks(pair.chinese()).toList();
      assertThat(chinese).extracting(Block::language).isEqualTo(languages(english));
      for (int i = 0; i < english.size(); i++) {
        assertThat(untranslated(english.get(i), chinese.get(i)))
            .as("%s beside %s", chinese.get(i), english.get(i))
            .isEqualTo(english.get(i).code());
      }
    });
  }

  @TestFactory
  Stream<DynamicTest> codeInProse_isEqualInEachTableRowAndInThePage() {
    return forEachPair(pair -> {
      assertThat(rows(pair.chinese())).isEqualTo(rows(pair.english()));
      assertThat(new TreeSet<>(spans(Pages.prose(pair.chinese()))))
          .isEqualTo(new TreeSet<>(spans(Pages.prose(pair.english()))));
    });
  }

  @TestFactory
  Stream<DynamicTest> links_haveTheSameTargets_inChineseWhereAvailable() {
    return forEachPair(pair -> {
      assertThat(Pages.anchors(pair.chinese())).hasSameSizeAs(Pages.anchors(pair.english()));
      assertThat(targets(pair.chinese(), pair)).isEqualTo(targets(pair.english(), pair));
      assertThat(Pages.links(pair.chinese()))
          .filteredOn(link -> !link.to().equals(pair.english()))
          .extracting(Link::to)
          .as("English pages that are there in Chinese too")
          .doesNotContainAnyElementsOf(PAIRS.stream().map(Pair::english).toList());
      assertThat(Pages.links(pair.chinese()))
          .as("a link to the English page")
          .anyMatch(link -> link.to().equals(pair.english()));
    });
  }

  /**
   * Skips a page whose English text has changed since, and names it. It does not fail, because a
   * person who corrects the English may not know Chinese.
   */
  @TestFactory
  Stream<DynamicTest> pages_translateTheCurrentEnglish() {
    return forEachPair(pair -> {
      Matcher stamp = STAMP.matcher(Codebase.read(pair.chinese()));
      assertThat(stamp.find()).as("a comment <!-- english: HASH -->").isTrue();
      String hash = hash(pair.english());
      assumeTrue(
          stamp.group(1).equals(hash),
          () -> "the English page has changed since: page=" + Codebase.name(pair.chinese())
              + "; look what is new in " + Codebase.name(pair.english())
              + ", then write <!-- english: " + hash + " -->");
    });
  }

  private static Stream<DynamicTest> forEachPair(Consumer<Pair> rule) {
    assertThat(PAIRS).as("pages in Chinese").hasSizeGreaterThan(1);
    return PAIRS.stream()
        .map(pair -> dynamicTest(Codebase.name(pair.chinese()), () -> {
          assertThat(pair.english()).exists();
          rule.accept(pair);
        }));
  }

  private static List<String> languages(List<Block> blocks) {
    return blocks.stream().map(Block::language).toList();
  }

  /**
   * Returns the Chinese code. A line in which only a comment was translated is replaced by the
   * English line.
   */
  private static String untranslated(Block english, Block chinese) {
    List<String> before = english.code().lines().toList();
    List<String> after = chinese.code().lines().toList();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < after.size(); i++) {
      boolean translated = i < before.size()
          && HAN.matcher(after.get(i)).find()
          && withoutComment(after.get(i)).equals(withoutComment(before.get(i)));
      text.append(translated ? before.get(i) : after.get(i)).append('\n');
    }
    return text.toString();
  }

  private static String withoutComment(String line) {
    return COMMENT.matcher(line).replaceAll("");
  }

  private static List<List<String>> rows(Path page) {
    return TABLE_ROW
        .matcher(Pages.prose(page))
        .results()
        .map(row -> spans(row.group()))
        .toList();
  }

  /** Returns the texts in backquotes, sorted, because Chinese may have a different word order. */
  private static List<String> spans(String text) {
    return SPAN.matcher(text).results().map(MatchResult::group).sorted().toList();
  }

  /**
   * Returns the targets of a page's links, sorted, without links to the same page in the other
   * language.
   */
  private static List<String> targets(Path page, Pair pair) {
    Path other = page.equals(pair.english()) ? pair.chinese() : pair.english();
    return Pages.links(page)
        .filter(link -> !link.to().equals(other))
        .map(TranslationsTest::target)
        .map(Target::toString)
        .sorted()
        .toList();
  }

  private static Target target(Link link) {
    int heading = link.anchor().isEmpty() ? -1 : Pages.anchors(link.to()).indexOf(link.anchor());
    Path english = PAIRS.stream()
        .filter(pair -> pair.chinese().equals(link.to()))
        .map(Pair::english)
        .findFirst()
        .orElse(link.to());
    return new Target(Codebase.name(english), heading);
  }

  private static String hash(Path page) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256")
          .digest(Codebase.read(page).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, 12);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
