package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import io.mintmark.Mintmark;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The types of core that users see. All users have to read every addition, and it can never be
 * removed. So their members are counted, and a file describes them in the order of their names.
 */
final class PublicApiTest {

  /** The most public and protected methods, constructors and fields of these types. */
  private static final int MOST_DECLARATIONS = 395;

  private static final Path DESCRIPTION = Path.of("src/test/resources/core-public-api.txt");
  private static final String WRITE = "mintmark.write-public-api";

  @Test
  void core_publicApi_equalsItsDescription() throws IOException {
    List<String> lines = publicTypes().flatMap(PublicApiTest::lines).sorted().toList();
    if (Boolean.getBoolean(WRITE)) {
      Files.write(DESCRIPTION, lines);
    }
    List<String> described = Files.readAllLines(DESCRIPTION);
    assertThat(Stream.concat(
            without("added: ", lines, described), without("removed: ", described, lines)))
        .as("add -D%s=true to Maven to write %s anew", WRITE, DESCRIPTION)
        .isEmpty();
  }

  @Test
  void core_publicDeclarations_areBounded() throws IOException {
    List<String> declarations =
        publicTypes().flatMap(PublicApiTest::declarations).toList();
    assertThat(declarations).hasSizeLessThanOrEqualTo(MOST_DECLARATIONS).hasSizeGreaterThan(100);
  }

  @Test
  void publicPackages_javadoc_statesWhetherTheyAreStable() throws IOException {
    for (String exported : exported()) {
      Path file = Codebase.ROOT
          .resolve("core/src/main/java")
          .resolve(exported.replace('.', '/'))
          .resolve("package-info.java");
      assertThat(Files.readString(file))
          .as("the Javadoc of %s", exported)
          .containsPattern("<p>This package is (stable\\.|experimental: )");
    }
  }

  private static Stream<String> without(String what, List<String> lines, List<String> others) {
    return lines.stream().filter(line -> !others.contains(line)).map(what::concat);
  }

  /** Describes a type in one line, and each of its declarations in one line. */
  private static Stream<String> lines(Class<?> type) {
    StringBuilder line = new StringBuilder(type.toGenericString());
    append(line, " extends ", type.getGenericSuperclass());
    append(line, type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces());
    append(line, " permits ", type.getPermittedSubclasses());
    return Stream.concat(Stream.of(line.toString()), declarations(type))
        .map(text -> type.getName() + ": " + text);
  }

  private static void append(StringBuilder line, String word, Type @Nullable ... types) {
    if (types != null && types.length > 0 && types[0] != null) {
      line.append(Arrays.stream(types).map(Type::getTypeName).collect(joining(", ", word, "")));
    }
  }

  private static Stream<Class<?>> publicTypes() throws IOException {
    Set<String> exported = exported();
    return Codebase.CLASSES.stream()
        .filter(Codebase.in("core"))
        .filter(type -> exported.contains(type.getPackageName()))
        .<Class<?>>map(JavaClass::reflect)
        .filter(PublicApiTest::isVisible)
        .filter(type -> !type.getSimpleName().equals("package-info"));
  }

  /**
   * Returns the packages that core exports to every module, without the exports to Mintmark's own
   * modules.
   */
  private static Set<String> exported() throws IOException {
    String ours = String.valueOf(Mintmark.class.getResource("Mintmark.class"));
    URL module = new URL(ours.replace("io/mintmark/Mintmark.class", "module-info.class"));
    try (InputStream descriptor = module.openStream()) {
      return ModuleDescriptor.read(descriptor).exports().stream()
          .filter(exports -> !exports.isQualified())
          .map(Exports::source)
          .collect(toCollection(TreeSet::new));
    }
  }

  private static boolean isVisible(Class<?> type) {
    return isVisible(type.getModifiers())
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Stream<String> declarations(Class<?> type) {
    return Stream.of(
            type.getDeclaredMethods(), type.getDeclaredConstructors(), type.getDeclaredFields())
        .flatMap(Arrays::stream)
        .map(Member.class::cast)
        .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
        .map(PublicApiTest::signature);
  }

  private static String signature(Member member) {
    return member instanceof Executable call
        ? call.toGenericString()
        : ((Field) member).toGenericString();
  }
}
