package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.architecture.Pages.Block;
import io.mintmark.key.KeyGenerator;
import io.mintmark.rigs.ToolRun;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the Java code of the READMEs, the guides and the first pages, and compares its output with
 * the pages. The expected output is in the block of text directly below or, without one, in the
 * comments after the calls of println. Values that differ each time are compared by their form.
 * Every comment that states a value must be after such a call, so that it is compared.
 */
@Tag("long")
final class JavaGuideTest {

  private static final Pattern PAGE =
      Pattern.compile("README(\\.zh-CN)?\\.md|docs/(zh-CN/)?(guides|start)/[\\w-]+\\.md");

  private static final Pattern PRINTED = Pattern.compile("println\\([^;]*;[ })]*(?: *// (.*))?\n");

  private static final Pattern NEW_EACH_TIME = Pattern.compile("\\d{15,}|\\b[0-9a-f]{24}\\b"
      + "|\\b20\\d{6}\\b|\\b\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z|(?<=_)[0-7][0-9a-hjkmnp-tv-z]{25}\\b");

  private static final String FOR_EXAMPLE = "for example ";
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  /**
   * Matches a comment that begins with a number, true or false, or contains an id with several
   * consecutive digits.
   */
  private static final Pattern VALUE = Pattern.compile(
      "// (?:(?:for example )?(?:true|false"
          + "|-?\\d[\\d,.]*(?=$|[,;]| \\d)).*|.*\\b[\\w-]*\\d{3,}[\\w-]*.*)",
      Pattern.UNIX_LINES);

  /** Matches a URL of an engine. Such a program cannot run here. */
  private static final Pattern ENGINE = Pattern.compile("\"(?:jdbc:\\w+|redis|zookeeper)://");

  /** The files and folders on a page's host, and those that the programs use instead. */
  private static final Map<String, String> HOST =
      Map.of("/run/secrets/", "secrets/", "file:/var/lib/mintmark", "file:lib");

  private static final Pattern SECRET = Pattern.compile("\"/run/secrets/([\\w-]+)\"");

  /**
   * The pages with values in blocks that cannot be run, and the test source that contains these
   * values.
   */
  private static final Map<String, String> SHOWN_BY = Map.of(
      "docs/guides/gapless.md",
      "gapless/src/test/java/io/mintmark/gapless/GaplessContract.java",
      "docs/start/spring.md",
      "verification/architecture/src/test/java/io/mintmark/architecture/JavaGuideTest.java",
      "docs/zh-CN/start/spring.md",
      "verification/architecture/src/test/java/io/mintmark/architecture/JavaGuideTest.java");

  @TempDir
  private static Path root;

  private static Stream<Block> blocks() {
    return Pages.blocks("java").stream()
        .filter(block -> PAGE.matcher(Codebase.name(block.page())).matches());
  }

  private static boolean isProgram(Block block) {
    return JavaExamples.isProgram(block) && !ENGINE.matcher(block.code()).find();
  }

  @TestFactory
  Stream<DynamicTest> programs_ofTheGuides_printTheOutputShown() throws Exception {
    return run("english", page -> !isChinese(page));
  }

  @TestFactory
  Stream<DynamicTest> programs_ofTheChineseGuides_printTheOutputShown() throws Exception {
    return run("chinese", JavaGuideTest::isChinese);
  }

  private static boolean isChinese(String page) {
    return page.contains("zh-CN");
  }

  private static Stream<DynamicTest> run(String language, Predicate<String> pages)
      throws Exception {
    Path folder = Files.createDirectory(root.resolve(language));
    List<Block> examples = blocks()
        .filter(block -> pages.test(Codebase.name(block.page())))
        .filter(JavaGuideTest::isProgram)
        .toList();
    assertThat(examples).hasSizeGreaterThan(10);
    writeKeys(examples, Files.createDirectory(folder.resolve("secrets")));
    new JavaExamples(examples.stream().map(JavaGuideTest::onThisHost).toList(), folder);
    List<String> command = new ArrayList<>(List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-cp",
        folder + File.pathSeparator + System.getProperty("java.class.path"),
        JavaExamples.class.getName()));
    IntStream.range(0, examples.size())
        .mapToObj(i -> JavaExamples.className(examples.get(i), i))
        .forEach(command::add);
    ToolRun run = ToolRun.of(new ProcessBuilder(command).directory(folder.toFile()), "");
    assertThat(run.exitValue()).as("%s%n%s", run.output(), run.errors()).isZero();
    List<String> outputs =
        Stream.of(run.output().split(JavaExamples.MARK + ".*\n")).skip(1).toList();
    return IntStream.range(0, examples.size())
        .mapToObj(i -> DynamicTest.dynamicTest(
            examples.get(i).toString(), () -> compare(examples.get(i), outputs.get(i))));
  }

  private static void writeKeys(List<Block> examples, Path secrets) throws IOException {
    for (Block example : examples) {
      for (MatchResult name : SECRET.matcher(example.code()).results().toList()) {
        Files.writeString(secrets.resolve(name.group(1)), "000102030405060708090a0b0c0d0e0f\n");
      }
    }
  }

  private static Block onThisHost(Block block) {
    String code = block.code();
    for (Map.Entry<String, String> each : HOST.entrySet()) {
      code = code.replace("\"" + each.getKey(), "\"" + each.getValue());
    }
    return new Block(block.page(), block.line(), block.heading(), block.language(), code);
  }

  private static void compare(Block example, String output) {
    Optional<String> shown = Pages.blocks(example.page())
        .filter(next -> next.language().equals("text"))
        .filter(next -> next.line() == example.line() + example.code().lines().count() + 3)
        .map(Block::code)
        .findFirst();
    if (shown.isPresent()) {
      assertThat(masked(output)).isEqualTo(masked(shown.get()));
      return;
    }
    List<MatchResult> printed = PRINTED.matcher(example.code()).results().toList();
    List<String> lines = output.lines().toList();
    if (printed.stream().anyMatch(call -> call.group(1) != null)) {
      assertThat(lines).hasSameSizeAs(printed);
    }
    for (int i = 0; i < printed.size(); i++) {
      if (printed.get(i).group(1) != null) {
        compareLine(lines.get(i), printed.get(i).group(1));
      }
    }
  }

  private static void compareLine(String line, String stated) {
    if (stated.startsWith(FOR_EXAMPLE)) {
      String example = stated.substring(FOR_EXAMPLE.length());
      assertThat(Pages.masked(DIGITS, line)).isEqualTo(Pages.masked(DIGITS, example));
    } else {
      assertThat(masked(line)).isEqualTo(masked(stated));
    }
  }

  private static String masked(String text) {
    return Pages.masked(NEW_EACH_TIME, text);
  }

  @Test
  void comments_withAValue_followPrintlnOfAProgram() {
    assertThat(blocks().flatMap(JavaGuideTest::uncompared)).isEmpty();
    assertThat(SHOWN_BY.keySet())
        .allSatisfy(page -> assertThat(
                blocks().filter(block -> Codebase.name(block.page()).equals(page)))
            .isNotEmpty());
  }

  /** Returns the values that no test compares. */
  private static Stream<String> uncompared(Block block) {
    String left = isProgram(block) ? PRINTED.matcher(block.code()).replaceAll("\n") : block.code();
    String test = SHOWN_BY.get(Codebase.name(block.page()));
    String shown = test == null ? "" : Codebase.read(Codebase.ROOT.resolve(test));
    return VALUE
        .matcher(left)
        .results()
        .map(MatchResult::group)
        .filter(comment -> !shown.contains(comment.substring("// ".length())))
        .map(comment -> block + " " + comment);
  }

  /** Creates the page's class as Spring would, with the generators of the page's configuration. */
  @ParameterizedTest
  @ValueSource(strings = {"docs/start/spring.md", "docs/zh-CN/start/spring.md"})
  void service_ofTheSpringPage_returnsTheValueInItsComment(String page) throws Exception {
    Path file = Codebase.ROOT.resolve(page);
    Block service = Pages.blocks(file)
        .filter(block -> block.code().contains("String register()"))
        .findFirst()
        .orElseThrow();
    Matcher key = Pattern.compile("invoices: \\{.*format: \"(.*?)\", zone: (.*?)}")
        .matcher(Codebase.read(file));
    assertThat(key.find()).isTrue();
    Path folder = Files.createDirectories(root.resolve(page.replace('/', '-')));
    new JavaExamples(List.of(service), folder);
    try (URLClassLoader classes = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        Mintmark mint = Mintmark.open("memory:")) {
      Constructor<?> constructor = classes
          .loadClass("example0.Registration")
          .getDeclaredConstructor(SnowflakeGenerator.class, KeyGenerator.class);
      constructor.setAccessible(true);
      Method register = constructor.getDeclaringClass().getDeclaredMethod("register");
      register.setAccessible(true);

      Object returned = register.invoke(constructor.newInstance(
          mint.snowflake("users"),
          mint.keys("invoices", k -> k.format(key.group(1)).zone(key.group(2)))));

      String stated = "912624397787418625 pays INV-20261121-000001";
      assertThat(service.code()).contains("// " + stated + "\n");
      assertThat(masked(String.valueOf(returned))).isEqualTo(masked(stated));
    }
  }
}
