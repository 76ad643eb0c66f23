package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the other commands while {@code serve} has the data directory open in another process. */
final class ServedTest {

  @TempDir
  private Path directory;

  private Path data;
  private ServeProcess server;

  @BeforeEach
  void serve() throws IOException {
    data = directory.resolve("data");
    Path config = Files.writeString(
        KeyConfig.in(directory),
        "  tail: {type: sequence, cycle: 1..3}\nauto-create:\n  \"*\": {}\n",
        StandardOpenOption.APPEND);
    server = ServeProcess.start(config, data);
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Run run(String... args) {
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--data";
    all[args.length + 1] = data.toString();
    return Run.of(all);
  }

  @Test
  void commandsOfTheFirstScreen_work() throws Exception {
    ToolRun.assumeAreThere("curl", "redis-cli");
    server.close();
    Path empty = Files.writeString(directory.resolve("empty.yaml"), "");
    server = ServeProcess.start(empty, data, "mintmark inspect");
    List<String> commands = server
        .firstScreen()
        .lines()
        .map(String::strip)
        .filter(line -> line.contains("curl") || line.contains("redis-cli"))
        .toList();

    assertThat(commands).hasSize(2);
    for (String command : commands) {
      ToolRun run = ToolRun.of(new ProcessBuilder("sh", "-c", command), "");
      assertThat(run.output())
          .as("%s%n%s", command, run.errors())
          .containsPattern("^(\\{\"ids\":|\\d+$)");
    }
  }

  @Test
  @Tag("long")
  void commands_whileAServerRuns_callTheServer() throws Exception {
    assertThat(server.firstScreen()).contains(data.toString(), "http://127.0.0.1:");

    assertThat(run("next", "tail", "-n", "4")).isEqualTo(new Run(0, "1\n2\n3\n1\n", ""));
    assertThat(run("next", "invoices", "-n", "12000").out())
        .startsWith("1\n2\n")
        .endsWith("\n11999\n12000\n");
    assertThat(run("generators", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("generators", InstanceOfAssertFactories.LIST)
        .last(InstanceOfAssertFactories.MAP)
        .containsEntry("name", "invoices");
    assertThat(run("lines", "list", "seq/").out()).contains("seq/tail");
    assertThat(run("lines", "raise", "seq/a/b", "7", "--new").out())
        .isEqualTo("seq/a/b: raised from 0 to 7\n");
    assertThat(run("lines", "raise", "seq/a/b", "7").err())
        .contains("the line is already there or above: line=seq/a/b, position=7, next=7");
    assertThat(run("next", "a/b").out()).isEqualTo("8\n");

    Run bad = run("next", "bad name");
    assertThat(bad.code()).isEqualTo(2);
    assertThat(bad.err()).contains("bad name", "Try 'mintmark next --help'.");

    assertThatKeysAreThoseOfTheServer();
    assertThat(server.end()).isZero();
    assertThat(run("next", "a/b").out()).isNotEqualTo("8\n").matches("\\d+\n");
  }

  /** The command gets no configuration file, so the keys must come from the server. */
  private void assertThatKeysAreThoseOfTheServer() {
    String user = run("next", "users", "--route", "user-42").out().strip();
    String order = run("next", "orders", "--route", user).out().strip();

    assertThat(order).startsWith("OD" + user.substring(2, 4)).hasSize(32);
    assertThat(run("next", "parcels", "--var", "tenant=ACME").out()).isEqualTo("PACME00015\n");
    assertThat(run("next", "parcels").err()).contains("the variables are not those of the format");
    assertThat(run("inspect", order).out())
        .startsWith("Key: orders (key:orders)\n  order numbers, in t_order.order_id\n\n  " + order);
    assertThat(run("inspect", "PACME0000X").out()).contains("the check digit does not match");
    assertThat(run("inspect", "4df2dcec2cdcd20936a8b817", "--json").out())
        .isEqualTo(Run.of("inspect", "4df2dcec2cdcd20936a8b817", "--json", "--store", "memory:")
            .out());
    assertThat(run("explain", "orders", "--skew").out())
        .contains("  order numbers\n", "  shards-1             4 x 2 by hash\n", "100,000 IDS");
    assertThat(run("explain", "orders", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsKeys("example", "fields", "notes");
    assertThat(run("explain", "nobody").err()).contains("name=nobody", "(server http://");
  }
}
