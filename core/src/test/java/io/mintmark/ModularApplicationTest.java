package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A modular application whose module path contains only itself and the core. */
@Tag("long")
final class ModularApplicationTest {

  private static final String MODULE = "module shop { requires io.mintmark; }\n";
  private static final String APPLICATION = """
      package shop;

      import io.mintmark.Mintmark;
      import io.mintmark.key.KeyGenerator;
      import io.mintmark.objectid.ObjectId;
      import io.mintmark.sequence.Sequence;

      public class Shop {
        public static void main(String[] args) {
          try (Mintmark mint = Mintmark.open("memory:")) {
            Sequence invoices = mint.sequence("invoices");
            KeyGenerator orders = mint.keys("orders", k -> k.format("OD{seq:5}"));
            System.out.print(invoices.next() + " " + orders.next());
            System.out.print(" " + ObjectId.next().toString().length());
          }
        }
      }
      """;

  @Test
  void application_withTheCoreAlone_compilesWithoutAWarningAndRuns(@TempDir Path directory)
      throws Exception {
    String core = Path.of(
            Mintmark.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
    Path module = Files.writeString(directory.resolve("module-info.java"), MODULE);
    Path shop = Files.writeString(directory.resolve("Shop.java"), APPLICATION);
    String output = directory.resolve("classes").toString();
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintWriter messages = new PrintWriter(said, true, StandardCharsets.UTF_8);

    int compiled = ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(
            messages,
            messages,
            "-Xlint:all",
            "-Werror",
            "-d",
            output,
            "--module-path",
            core,
            module.toString(),
            shop.toString());
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(compiled).isZero();

    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String modulePath = core + System.getProperty("path.separator") + output;
    ToolRun run = ToolRun.of(
        new ProcessBuilder(java, "--module-path", modulePath, "-m", "shop/shop.Shop"), "");
    assertThat(run.errors()).isEmpty();
    assertThat(run.output()).isEqualTo("1 OD00001 24");
  }
}
