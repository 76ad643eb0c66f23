package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.architecture.Pages.Block;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the pages promise: their code compiles, what they name exists, both READMEs agree. */
final class DocsTest {

  private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|Contract))`");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(final |public )*(class|record|interface) ");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public (?:final )?(?:class|record|interface) (\\w+)");
  private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
  private static final Pattern DEPENDENCY = Pattern.compile("<groupId>io\\.mintmark</groupId>\\s*"
      + "<artifactId>(.*?)</artifactId>(?:\\s*<version>(.*?)</version>)?");

  @Test
  void readmes_inBothLanguages_haveEqualCodeBlocks() {
    List<String> english =
        Pages.blocks(House.ROOT.resolve("README.md")).map(Block::code).toList();

    assertThat(english).isNotEmpty();
    assertThat(Pages.blocks(House.ROOT.resolve("README.zh-CN.md")).map(Block::code))
        .containsExactlyElementsOf(english);
  }

  @TestFactory
  Stream<DynamicTest> javaBlocks_ofAllPages_compile(@TempDir Path output) {
    List<Block> examples = Pages.blocks("java");

    assertThat(examples).as("examples in Java").isNotEmpty();
    List<JavaFileObject> sources = IntStream.range(0, examples.size())
        .mapToObj(i -> source(examples.get(i), i))
        .toList();
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
    List<String> options = List.of(
        "-proc:none", "-d", output.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled = ToolProvider.getSystemJavaCompiler()
        .getTask(null, null, messages, options, null, sources)
        .call();
    List<Diagnostic<? extends JavaFileObject>> errors = messages.getDiagnostics().stream()
        .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
        .toList();
    assertThat(compiled || !errors.isEmpty())
        .as("compiled, or an error says why not")
        .isTrue();
    assertThat(errors).as("errors in no example").allMatch(error -> error.getSource() != null);
    return IntStream.range(0, examples.size())
        .mapToObj(i -> DynamicTest.dynamicTest(
            examples.get(i).toString(),
            () -> assertThat(errors)
                .as("%s", examples.get(i))
                .noneMatch(error -> sources.get(i).equals(error.getSource()))));
  }

  @Test
  void mavenBlocks_ofAllPages_nameWhatTheBomHas() {
    List<MatchResult> named = Pages.blocks("xml").stream()
        .flatMap(block -> DEPENDENCY.matcher(block.code()).results())
        .toList();
    String bom = House.read(House.ROOT.resolve("bom/pom.xml"));
    Matcher version = VERSION.matcher(bom);

    assertThat(version.find()).isTrue();
    assertThat(named).isNotEmpty();
    assertThat(named).allSatisfy(dependency -> {
      assertThat(bom).contains("<artifactId>" + dependency.group(1) + "</artifactId>");
      assertThat(dependency.group(2)).isIn(null, version.group(1));
    });
  }

  @Test
  void modules_ofTheBuild_areInThePictureAndTheList() {
    String picture = House.read(House.ROOT.resolve("docs/pictures/modules.svg"));
    String list = House.read(House.ROOT.resolve("docs/ARCHITECTURE.md"));
    List<String> modules = Pattern.compile("<module>(.+?)</module>")
        .matcher(House.read(House.ROOT.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
    assertThat(modules).isNotEmpty().allSatisfy(module -> {
      String last = module.substring(module.lastIndexOf('/') + 1);
      assertThat(list).contains("\n    " + module + " ");
      assertThat(module.equals("bom") || picture.contains(last)).as(module).isTrue();
    });
  }

  @Test
  void tests_namedInPages_exist() {
    Set<String> sources =
        House.javaSources().stream().map(file -> file.getFileName().toString()).collect(toSet());

    assertThat(House.pages().stream()
            .flatMap(page -> TEST.matcher(House.read(page)).results())
            .map(named -> named.group(1)))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(sources).contains(name + ".java"));
  }

  /**
   * What a reader would paste: a block that declares a type is a file, statements are the body of a
   * method below the imports that they bring along. Nothing is added that the page does not show
   * but a package, so that all blocks compile at once.
   */
  private static JavaFileObject source(Block block, int number) {
    String code = block.code();
    String place = "example" + number;
    String imports = IMPORT.matcher(code).results().map(MatchResult::group).collect(joining());
    String body = IMPORT.matcher(code).replaceAll("");
    String type = TYPE.matcher(body).find()
        ? body
        : "class Example { void run() throws Exception {\n" + body + "} }";
    Matcher publicType = PUBLIC_TYPE.matcher(body);
    String name = publicType.find() ? publicType.group(1) : "Example";
    return new SimpleJavaFileObject(
        URI.create("string:///" + place + "/" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return "package " + place + ";" + imports + type;
      }
    };
  }
}
