package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;

import io.mintmark.architecture.Pages.Block;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Blocks of Java, compiled together. Each is compiled as if a reader had pasted it. */
final class JavaExamples {

  /** Printed by {@link #main} before the output of an example. */
  static final String MARK = "-- example ";

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;\n");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(final |public )*(class|record|interface) ");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public (?:final )?(?:class|record|interface) (\\w+)");

  private final List<JavaFileObject> sources;
  private final List<Diagnostic<? extends JavaFileObject>> errors;

  /** Compiles the blocks into a folder. */
  JavaExamples(List<Block> blocks, Path output) {
    sources = IntStream.range(0, blocks.size())
        .mapToObj(i -> source(blocks.get(i).code(), i))
        .toList();
    DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
    List<String> options = List.of(
        "-proc:none", "-d", output.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled = ToolProvider.getSystemJavaCompiler()
        .getTask(null, null, messages, options, null, sources)
        .call();
    errors = messages.getDiagnostics().stream()
        .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
        .toList();
    if (compiled != errors.isEmpty() || errors.stream().anyMatch(e -> e.getSource() == null)) {
      throw new AssertionError("the compiler failed in no example: errors=" + errors);
    }
  }

  /** Returns the errors in a block, by its index in the list of blocks. */
  List<? extends Diagnostic<?>> errors(int number) {
    return errors.stream()
        .filter(error -> sources.get(number).equals(error.getSource()))
        .toList();
  }

  /** Returns the name of a block's class. */
  static String className(Block block, int number) {
    return "example" + number + "." + typeName(block.code());
  }

  /**
   * Runs compiled examples one after another: the {@code main} of a class, or the statements.
   *
   * @param names the names of the classes
   */
  public static void main(String[] names) throws ReflectiveOperationException {
    for (String name : names) {
      System.out.println(MARK + name);
      Class<?> type = Class.forName(name);
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      if (name.endsWith(".Example")) {
        Method run = type.getDeclaredMethod("run");
        run.setAccessible(true);
        run.invoke(constructor.newInstance());
      } else {
        type.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
      }
    }
  }

  /** Whether a block can be run: it contains only statements, or a class with {@code main}. */
  static boolean isProgram(Block block) {
    return !TYPE.matcher(block.code()).find() || block.code().contains("void main(");
  }

  private static String typeName(String code) {
    Matcher publicType = PUBLIC_TYPE.matcher(code);
    return publicType.find() ? publicType.group(1) : "Example";
  }

  /**
   * Makes a source file of a block. A block with a type is a whole file. The statements of another
   * block become the body of a method, below their imports. Only a package is added, so that all
   * blocks compile together.
   */
  private static JavaFileObject source(String code, int number) {
    String place = "example" + number;
    String imports = IMPORT.matcher(code).results().map(MatchResult::group).collect(joining());
    String body = IMPORT.matcher(code).replaceAll("");
    String type = TYPE.matcher(body).find()
        ? body
        : "class Example { void run() throws Exception {\n" + body + "} }";
    return new SimpleJavaFileObject(
        URI.create("string:///" + place + "/" + typeName(code) + ".java"),
        JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return "package " + place + ";" + imports + type;
      }
    };
  }
}
