package io.mintmark.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The compiled classes and the source files that the conventions check. */
final class Codebase {

  private static final Set<String> NOT_OURS = Set.of("target", ".git", "node_modules");

  /**
   * The modules' main classes and the test kit. Excluded are these tests, and the copies beside the
   * command line's jar, which are on the class path because of the jar's manifest.
   */
  static final JavaClasses CLASSES = new ClassFileImporter()
      .withImportOption(location -> !location.contains("/verification/architecture/"))
      .withImportOption(location -> !location.contains("/target/lib/"))
      .importPackages("io.mintmark");

  static final Path ROOT = root();

  /** The folders of all modules, as in the build. */
  static final List<String> MODULES = Pattern.compile("<module>(.+?)</module>")
      .matcher(read(ROOT.resolve("pom.xml")))
      .results()
      .map(module -> module.group(1))
      .toList();

  /** A pattern of the published modules in the root folder, except the test kit. */
  static final String LIBRARY = "core|config|gapless|service";

  /** Starts at the root folder, because a folder above it may have the name of a module. */
  private static final Pattern MODULE = Pattern.compile(
      Pattern.quote(ROOT.toUri().getRawPath()) + "(" + String.join("|", MODULES) + ")/target/");

  private Codebase() {}

  /** Returns every Java source of every module, including tests. */
  static List<Path> javaSources() {
    return files(".java");
  }

  /** Returns every page of documentation. */
  static List<Path> pages() {
    return files(".md");
  }

  /**
   * Returns the folder of the module in which a class was compiled, for example {@code
   * stores/file}; empty for a class of another project. The folder decides, not the package,
   * because the build orders folders.
   */
  static Optional<String> module(JavaClass typeOrArray) {
    JavaClass type = typeOrArray.getBaseComponentType();
    if (!type.getPackageName().startsWith("io.mintmark")) {
      return Optional.empty();
    }
    String uri = type.getSource().map(source -> source.getUri().toString()).orElse("");
    Matcher module = MODULE.matcher(uri);
    if (!module.find()) {
      throw new IllegalStateException("a class of ours comes from a module of this tree: class="
          + type.getName()
          + ", source="
          + uri
          + "; build with -am, so that nothing is taken from a repository");
    }
    return Optional.of(module.group(1));
  }

  /** Matches classes of the modules whose folder matches a pattern. */
  static DescribedPredicate<JavaClass> in(String modules) {
    return DescribedPredicate.describe(
        "in " + modules,
        type -> module(type).filter(name -> name.matches(modules)).isPresent());
  }

  static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a file's name for messages: from the root, with slashes. */
  static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static List<Path> files(String suffix) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> isOurs(ROOT.relativize(file)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isOurs(Path file) {
    for (Path part : file) {
      if (NOT_OURS.contains(part.toString())) {
        return false;
      }
    }
    return true;
  }

  private static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("bom/pom.xml"))) {
        return folder;
      }
    }
    throw new IllegalStateException("no folder above has bom/pom.xml: start=" + start);
  }
}
