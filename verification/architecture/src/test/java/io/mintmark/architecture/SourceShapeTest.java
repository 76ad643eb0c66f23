package io.mintmark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Limits the length of lines, methods and classes, in every source of every module, including
 * tests. Blank lines and comments do not count for methods and classes, so that a clear comment
 * never has to be shortened.
 */
final class SourceShapeTest {

  private static final int MAX_LINE_LENGTH = 100;
  private static final int MAX_METHOD_LINES = 70;
  private static final int MAX_CLASS_LINES = 380;

  private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//)");

  /** Longer classes, each with the reason why it should not be split. */
  private static final Map<String, String> LONG_CLASSES = Map.of(
      "service/src/main/java/io/mintmark/service/IdService.java IdService",
      "one set of names, which calls open, drop and end at the same time",
      "stores/jdbc/src/test/java/io/mintmark/store/jdbc/JdbcStoreContract.java JdbcStoreContract",
      "one contract, which each SQL engine extends once",
      "testkit/src/main/java/io/mintmark/testkit/ClaimStoreContract.java ClaimStoreContract",
      "one contract, which the author of a store extends once");

  @Test
  void lines_haveAtMost100Characters() {
    List<String> faults = new ArrayList<>();
    for (Path file : Codebase.javaSources()) {
      String[] lines = Codebase.read(file).split("\n", -1);
      for (int i = 0; i < lines.length; i++) {
        if (lines[i].length() > MAX_LINE_LENGTH && !lines[i].startsWith("import ")) {
          faults.add(Codebase.name(file) + ":" + (i + 1) + " has " + lines[i].length());
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void sources_neverSleep() {
    assertThat(Codebase.javaSources().stream()
            .filter(
                file -> Codebase.read(file).matches("(?s).*(Thread|TimeUnit\\.\\w+)\\.sleep\\(.*"))
            .map(Codebase::name))
        .as("a test waits for a manual clock, a latch or a condition with a bound")
        .isEmpty();
  }

  @Test
  void methods_haveAtMost70Lines() {
    assertThat(longer(MethodTree.class, MAX_METHOD_LINES)).isEmpty();
  }

  @Test
  void classes_haveAtMost380Lines_exceptListedOnes() {
    assertThat(longer(ClassTree.class, MAX_CLASS_LINES)).isEqualTo(LONG_CLASSES.keySet());
  }

  /** Returns the elements that are too long, as file and name. */
  private static Set<String> longer(Class<? extends Tree> kind, int maxLines) {
    Set<String> found = new TreeSet<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task = (JavacTask) compiler.getTask(
          null, files, null, null, null, files.getJavaFileObjectsFromPaths(Codebase.javaSources()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        List<String> text =
            unit.getSourceFile().getCharContent(true).toString().lines().toList();
        new TreeScanner<Void, Void>() {
          @Override
          public Void scan(Tree tree, Void unused) {
            if (kind.isInstance(tree) && lines(positions, unit, tree, text) > maxLines) {
              found.add(Codebase.name(Path.of(unit.getSourceFile().toUri())) + " " + nameOf(tree));
            }
            return super.scan(tree, null);
          }
        }.scan(unit, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static long lines(
      SourcePositions positions, CompilationUnitTree unit, Tree tree, List<String> text) {
    var map = unit.getLineMap();
    long first = map.getLineNumber(positions.getStartPosition(unit, tree));
    long last = map.getLineNumber(positions.getEndPosition(unit, tree));
    return text.subList((int) first - 1, (int) last).stream()
        .filter(line -> !line.isBlank() && !COMMENT.matcher(line).lookingAt())
        .count();
  }

  private static String nameOf(Tree tree) {
    return tree instanceof MethodTree method
        ? method.getName().toString()
        : ((ClassTree) tree).getSimpleName().toString();
  }
}
