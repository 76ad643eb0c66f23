package io.mintmark.architecture;

import static java.util.stream.Collectors.joining;

import io.mintmark.testkit.ToolRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts the command line as the script at the root does, from an archive of its classes: a start
 * takes half as long with it. The JDK archives classes of jars only, so in a build that has packed
 * none each start does without.
 */
final class Launcher {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /** Without this module's own classes, which are in no jar. */
  private static final String CLASS_PATH = Stream.of(
          System.getProperty("java.class.path").split(File.pathSeparator))
      .filter(place -> !place.startsWith(House.ROOT.resolve("verification").toString()))
      .collect(joining(File.pathSeparator));

  private static final List<String> SHORT_LIVED =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private Launcher() {}

  /** The script, for a shell; what it needs beside itself is kept in an empty folder. */
  static String script(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path archive = folder.resolve("classes.jsa");
    ToolRun.in(
        folder,
        List.of(
            JAVA,
            "-XX:ArchiveClassesAtExit=" + archive,
            "-XX:+UseSerialGC",
            "-cp",
            CLASS_PATH,
            "io.mintmark.cli.Warmup",
            folder.toString()),
        "");
    return "#!/bin/sh\nexec '" + JAVA + "' " + String.join(" ", SHORT_LIVED)
        + " -Xshare:auto -XX:SharedArchiveFile='" + archive + "' -Xlog:disable"
        + " --enable-native-access=ALL-UNNAMED -Dorg.sqlite.lib.path='" + folder + "' -cp '"
        + CLASS_PATH + "' io.mintmark.cli.Main \"$@\"\n";
  }
}
