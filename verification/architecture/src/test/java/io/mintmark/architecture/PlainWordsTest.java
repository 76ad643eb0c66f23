package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Counts odd English in the comments of main sources and in the English pages. The bounds are about
 * twice the rates of Agrona, Caffeine, HikariCP and Failsafe.
 */
final class PlainWordsTest {

  /** A pattern, and the most occurrences in 1,000 words. */
  private enum Odd {
    WHAT_CLAUSE_AS_NOUN(
        0.3,
        "\\b[Ww]hat (is|was|it|they|has|had|a|an|one|no|others|threads|callers|somebody|nobody"
            + "|can|may|must|stands|came|comes|waits|this|that)\\b(?![^.\\n]*\\?)"),
    NOBODY(0.1, "\\b([Nn]obody|[Ss]omebody|[Aa]nybody)\\b"),
    WHO_FOR_CODE(
        0.05,
        "\\b[Ww]ho(ever)? (reads?|moves?|waits?|closes?|claims?|makes?|writes?|asks?|uses?|knows?"
            + "|gives?|takes?|comes?|gets?)\\b"),
    THOSE_THAT(0.2, "\\b[Tt]hose (that|of|who|behind|which)\\b"),
    OF_BEFORE(0.05, "\\bof (before|then|now|today)\\b"),
    TELLS_OR_SAYS(0.4, "\\b([Tt]ells?|told|[Ss]ays?|said)\\b"),
    STANDS(0.2, "\\bstands?\\b"),
    HAS_IT(0.5, "\\b([Hh]as|[Hh]ave) (it|them|all|none|no|one)\\b"),
    ONE_THAT(0.4, "\\b[Oo]ne (that|of|who|which)\\b"),
    PRIVATE_WORD(0.2, "\\b(mistakes?|stor(y|ies)|crowds?|sites?|worlds?)\\b");

    private final double bound;
    private final Pattern pattern;

    Odd(double bound, String pattern) {
      this.bound = bound;
      this.pattern = Pattern.compile(pattern);
    }
  }

  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Pattern INLINE = Pattern.compile("`[^`\\n]*`|\\]\\([^)]*\\)");

  /** The name of a file, and the text in it that people read. */
  private record Text(String name, String words) {}

  private static final List<Text> TEXTS = Stream.concat(
          Codebase.javaSources().stream()
              .filter(file -> !Codebase.name(file).contains("/src/test/"))
              .map(file -> new Text(Codebase.name(file), comments(file))),
          Codebase.pages().stream()
              .filter(file -> !Codebase.name(file).contains("zh-CN"))
              .map(file -> new Text(Codebase.name(file), prose(file))))
      .toList();

  private static final long WORDS = TEXTS.stream()
      .mapToLong(text -> WORD.matcher(text.words).results().count())
      .sum();

  @ParameterizedTest
  @EnumSource
  void text_ofSourcesAndPages_isPlainEnglish(Odd odd) {
    List<String> found = TEXTS.stream()
        .flatMap(text -> odd.pattern
            .matcher(text.words)
            .results()
            .map(match -> text.name + ": " + around(text.words, match.start(), match.end())))
        .toList();

    assertThat(1000.0 * found.size() / WORDS)
        .as("%s in 1,000 of %d words%n%s", odd, WORDS, String.join("\n", found))
        .isLessThanOrEqualTo(odd.bound);
  }

  private static String around(String text, int start, int end) {
    return text.substring(Math.max(0, start - 40), Math.min(text.length(), end + 40))
        .replaceAll("\\s+", " ");
  }

  private static String comments(Path file) {
    return COMMENT
        .matcher(Codebase.read(file))
        .results()
        .map(comment -> comment.group())
        .collect(Collectors.joining("\n"));
  }

  private static String prose(Path file) {
    return INLINE.matcher(CODE.matcher(Codebase.read(file)).replaceAll("")).replaceAll(" ");
  }
}
