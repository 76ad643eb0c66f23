package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the script in the root directory, with fake commands {@code java} and {@code mvn} that
 * print their arguments.
 */
@DisabledOnOs(value = WINDOWS, disabledReason = "needs a POSIX shell")
@Tag("long")
final class LauncherTest {

  private static final Path SCRIPT = Path.of("..", "..", "mintmark");

  @TempDir
  private Path root;

  private Path home;
  private Path jar;

  @BeforeEach
  void layOut() throws IOException {
    home = Files.createDirectories(root.resolve("a home"));
    for (String directory : List.of(
        "core/src/main", "core/src/test", "config/src/main", "stores/file/src/main", "docs")) {
      Files.createDirectories(home.resolve(directory));
    }
    Files.copy(SCRIPT, home.resolve("mintmark"));
    jar = home.resolve("apps/cli/target/mintmark-cli.jar");
    java("17.0.15");
    // A fake build that makes the jar.
    script(
        root.resolve("bin/mvn"),
        "echo \"$*\" >>\"$CALLS\"; mkdir -p '" + jar.getParent() + "'; touch '" + jar + "'\n"
            + "echo '[INFO] Building Mintmark: core 0.1.0-SNAPSHOT                 [3/15]'");
  }

  private void java(String version) throws IOException {
    script(
        root.resolve("jdk/bin/java"),
        "if [ \"$1\" = -version ]; then echo 'openjdk version \"" + version + "\"' >&2; exit; fi\n"
            + "for word; do\n"
            + "  echo \"$word\"\n"
            + "  case $1$word in\n"
            + "    -Xshare:dump-XX:SharedArchiveFile=*) touch \"${word#*=}\" ;;\n"
            + "  esac\n"
            + "done");
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Run run(Path script, String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", root.resolve("jdk").toString());
    environment.put("CALLS", root.resolve("calls").toString());
    environment.merge("PATH", root.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    ToolRun run = ToolRun.of(builder, "");
    return new Run(run.exitValue(), run.output(), run.errors());
  }

  private int builds() throws IOException {
    Path calls = root.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  @Test
  void start_first_builds_andLaterOnesDoNot() throws Exception {
    Run first = run(home.resolve("mintmark"), "next", "an id");

    assertThat(first.code()).isZero();
    assertThat(first.err())
        .isEqualTo(
            "mintmark: building (once, and after a change of the sources; the first build takes"
                + " some minutes) ...\n"
                + "mintmark: [3/15] Mintmark: core\n");
    assertThat(first.out()).endsWith("-jar\n" + jar.toRealPath() + "\nnext\nan id\n");
    assertThat(run(home.resolve("mintmark"), "next").err()).isEmpty();
    assertThat(builds()).isEqualTo(1);
    assertThat(Files.readString(root.resolve("calls"))).contains("-P !gates", "test.skip=true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"core/src/main/New.java", "config/src/main/New.java", "config/pom.xml", "pom.xml"})
  void start_sourcesNewerThanTheBuild_buildsAgain(String name) throws Exception {
    run(home.resolve("mintmark"));
    inTheFuture(Files.createFile(home.resolve(name)));

    run(home.resolve("mintmark"));

    assertThat(builds()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"core/src/test/NewTest.java", "docs/page.md", "README.md"})
  void start_otherFilesNewerThanTheBuild_buildsNothing(String name) throws Exception {
    run(home.resolve("mintmark"));
    inTheFuture(Files.createFile(home.resolve(name)));
    inTheFuture(home.resolve(name).resolveSibling(""));

    run(home.resolve("mintmark"));

    assertThat(builds()).isEqualTo(1);
  }

  private static void inTheFuture(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));
  }

  @Test
  void start_elsewhereOrOnAnotherJava_archivesItsClassesAgain() throws Exception {
    String first = archive(run(home.resolve("mintmark")));
    assertThat(archive(run(home.resolve("mintmark")))).isEqualTo(first);

    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.16\"\n");
    String updated = archive(run(home.resolve("mintmark")));
    assertThat(updated).isNotEqualTo(first);

    Path moved = Files.move(home, root.resolve("moved"));
    assertThat(archive(run(moved.resolve("mintmark")))).isNotIn(first, updated);
    assertThat(builds()).isEqualTo(1);
  }

  /** Returns the class archive that a run uses. It must exist. */
  private static String archive(Run run) {
    String archive = run.out()
        .lines()
        .filter(line -> line.startsWith("-XX:SharedArchiveFile="))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .findFirst()
        .orElseThrow();
    assertThat(Path.of(archive)).exists();
    return archive;
  }

  @Test
  void start_withoutInputOrLocale_usesEmptyInputAndUtf8() throws Exception {
    run(home.resolve("mintmark"));
    script(root.resolve("jdk/bin/java"), "cat; echo \"$LC_ALL\"");
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", "'" + home + "/mintmark' verify <&-");
    shell.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    shell.environment().putAll(Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", ""));

    ToolRun run = ToolRun.of(shell, "");

    assertThat(run.output()).isEqualTo("C.UTF-8\n");
    assertThat(run.errors()).isEmpty();
    shell.environment().put("LANG", "de_DE.UTF-8");
    assertThat(ToolRun.of(shell, "").output()).isEqualTo("\n");
  }

  @Test
  void start_throughLinks_findsItsHome() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("link"), Path.of("a home", "mintmark"));
    Path linkToLink = Files.createSymbolicLink(root.resolve("bin/mint"), Path.of("..", "link"));
    assertThat(link).isSymbolicLink();

    assertThat(run(linkToLink, "inspect").out()).endsWith(jar.toRealPath() + "\ninspect\n");
  }

  @Test
  void start_oldJava_failsWithTheRequiredVersion() throws Exception {
    java("1.8.0_402");

    Run run = run(home.resolve("mintmark"));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("Java 17 or newer is needed", "version=1");
    assertThat(builds()).isZero();
  }

  @Test
  void start_brokenBuild_showsItsLogAndBuildsAgainNextTime() throws Exception {
    script(root.resolve("bin/mvn"), "echo \"$*\" >>\"$CALLS\"; echo no such symbol; exit 1");

    Run run = run(home.resolve("mintmark"));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no such symbol", "mintmark: the build failed", "build.log");
    run(home.resolve("mintmark"));
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void start_longRunningCommands_keepTheSecondCompiler() throws Exception {
    String limit = "-XX:TieredStopAtLevel=1\n";

    for (String[] brief : new String[][] {{}, {"inspect", "1"}, {"next", "serve"}}) {
      assertThat(run(home.resolve("mintmark"), brief).out()).contains(limit);
    }
    for (String[] lasting : new String[][] {
      {"serve"}, {"verify"}, {"check"}, {"next", "a", "-n", "5"}, {"next", "--count=5", "a"}
    }) {
      assertThat(run(home.resolve("mintmark"), lasting).out()).doesNotContain(limit);
    }
  }

  @Test
  void start_server_hasASmallHeapUnlessConfigured() throws Exception {
    String launcher = home.resolve("mintmark").toString();
    String givesBack = "-XX:TrimNativeHeapInterval=1000\n";

    assertThat(run(home.resolve("mintmark"), "serve").out())
        .contains("-Xmx256m\n", "-Xms20m\n", "-Xmn8m\n", "-XX:+UseSerialGC\n", givesBack)
        .contains("-XX:+IgnoreUnrecognizedVMOptions\n");
    assertThat(
            run(Path.of("/usr/bin/env"), "MINTMARK_HEAP=1g", launcher, "serve").out())
        .contains("-Xmx1g\n", givesBack)
        .doesNotContain("-Xms", "-Xmn", "GC\n");
  }
}
