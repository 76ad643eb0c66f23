package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailuresTest {

  private static String failed(Exception e) {
    StringWriter said = new StringWriter();
    CommandLine line = new CommandLine(new MintmarkCommand(Terminal.ofProcess()))
        .setErr(new PrintWriter(said, true));

    Failures failures = new Failures(new TextStyle(false));
    assertThat(failures.handleExecutionException(e, line, line.parseArgs())).isEqualTo(1);
    return said.toString();
  }

  @Test
  void failed_defect_printsTheDataForABugReport() {
    assertThat(failed(new IllegalStateException("half done")))
        .startsWith("mintmark: half done\nThis is a defect of Mintmark. Report it with")
        .contains("without passwords and tokens", "\nmintmark ", " (Java " + Runtime.version())
        .contains("java.lang.IllegalStateException: half done\n\tat ");
  }

  @Test
  void failed_expectedError_printsOnlyItsMessage() {
    assertThat(failed(new StoreUnavailableException("the store is away")))
        .isEqualTo("mintmark: the store is away\n");
  }
}
