package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** Properties of the bytecode that let the JVM's compiler optimize the hot path. */
final class HotPathTest {

  /**
   * HotSpot's FreqInlineSize, in bytes of bytecode. Longer methods are never inlined, however often
   * they are called.
   */
  private static final int LONGEST_INLINED = 325;

  private static final Pattern INSTRUCTION = Pattern.compile("\n +(\\d+): [a-z]");

  @Test
  void settle_bytecodeSize_exceedsTheInlineLimit() throws Exception {
    assertThat(bytecodeSize(LocalLine.class, "settle")).isGreaterThan(LONGEST_INLINED);
  }

  @Test
  void renew_bytecodeSize_exceedsTheInlineLimit() throws Exception {
    assertThat(bytecodeSize(ThreadSlices.class, "renew")).isGreaterThan(LONGEST_INLINED);
  }

  private static int bytecodeSize(Class<?> type, String method) throws Exception {
    Path classes =
        Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    StringWriter listing = new StringWriter();
    PrintWriter out = new PrintWriter(listing);
    ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
    int exit = javap.run(out, out, "-p", "-c", "-cp", classes.toString(), type.getName());
    assertThat(exit).isZero();
    Matcher code = Pattern.compile(" " + method + "\\(.*?\n\n", Pattern.DOTALL)
        .matcher(listing.toString().replace("\r\n", "\n"));
    assertThat(code.find()).isTrue();
    Matcher instruction = INSTRUCTION.matcher(code.group());
    int last = 0;
    while (instruction.find()) {
      last = Integer.parseInt(instruction.group(1));
    }
    return last;
  }
}
