package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.objectid.ObjectId;
import io.mintmark.rigs.ChildJvm;
import io.mintmark.uuid.Uuids;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks which classes a process loads for its first id. The named parts of the JDK take long to
 * load, and the first id does not need them.
 */
final class FirstIdClassesTest {

  private static final String BEFORE = "before the first id";
  private static final String AFTER = "after the first id";
  private static final Pattern EXPENSIVE =
      Pattern.compile(".*(io\\.mintmark\\.[^ ]*\\$\\$Lambda|java\\.lang\\.runtime\\."
          + "|java\\.util\\.(regex|stream|logging)\\.|java\\.time\\.format\\."
          + "|javax\\.crypto\\.Cipher|java\\.security\\.(SecureRandom|Provider)).*");

  /** The main class of the process. */
  static final class FirstId {

    public static void main(String[] args) {
      System.out.println(BEFORE);
      Object id = switch (args[0]) {
        case "UUID 4" -> Uuids.v4();
        case "UUID 7" -> Uuids.v7();
        default -> ObjectId.next();
      };
      System.out.println(AFTER);
      System.out.println(id);
    }
  }

  /**
   * Removes CRaC from the class path. With CRaC, its interface is implemented before the first id.
   */
  private static void leaveOutCrac(ProcessBuilder process) {
    List<String> command = process.command();
    int at = command.indexOf("-cp") + 1;
    command.set(
        at,
        Pattern.compile(Pattern.quote(File.pathSeparator))
            .splitAsStream(command.get(at))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("crac"))
            .collect(Collectors.joining(File.pathSeparator)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UUID 4", "UUID 7", "ObjectId"})
  void firstId_ofNewProcess_loadsNothingExpensive(String kind) {
    ChildJvm.Setup setup = ChildJvm.of(FirstId.class, kind)
        .options("-Xlog:class+load:stdout:none", "-Xshare:auto")
        .with(FirstIdClassesTest::leaveOutCrac);
    try (ChildJvm child = setup.start()) {
      List<String> lines = child.hearToTheEnd();
      List<String> loaded = lines.subList(lines.indexOf(BEFORE) + 1, lines.indexOf(AFTER));

      assertThat(loaded).anyMatch(line -> line.startsWith("io.mintmark."));
      assertThat(loaded).filteredOn(EXPENSIVE.asMatchPredicate()).isEmpty();
    }
  }
}
