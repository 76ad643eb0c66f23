package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptCounterTest {

  private static final String CONFIG = """
      generators:
        odd: {type: sequence, step: 2, offset: 1}
        tail: {type: sequence, cycle: 1..100}
        short: {type: sequence, maximum: 99}
        users: {type: snowflake}
      auto-create:
        "auto-*": {}
      """;

  @TempDir
  private Path directory;

  private Run run(String... args) {
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--data";
    all[args.length + 1] = directory.resolve("data").toString();
    return Run.of(all);
  }

  private Run configured(String... args) throws IOException {
    Path file = Files.writeString(directory.resolve("mintmark.yaml"), CONFIG);
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--config";
    all[args.length + 1] = file.toString();
    return run(all);
  }

  @Test
  void adopt_counter_continuesWithItsNextNumber() {
    Run adopt = run("lines", "adopt", "test:5000,1#x", "orders");

    assertThat(adopt).isEqualTo(new Run(0, """
        a test's counter: would give 5000 next
        seq/orders: raised by 4999, from 0 to 4999
        Next: stop the old writers, run this command again, then start the new writers.
        """, ""));
    assertThat(run("next", "orders", "-n", "2").out()).isEqualTo("5000\n5001\n");
  }

  @Test
  void adopt_again_raisesByTheNumbersTakenMeanwhile() {
    run("lines", "adopt", "test:5000,1#x", "orders");

    assertThat(run("lines", "adopt", "test:5000,1#x", "orders").out())
        .contains("seq/orders: is already at 4999, nothing was raised");
    assertThat(run("lines", "adopt", "test:5007,1#x", "orders").out())
        .contains("seq/orders: raised by 7, from 4999 to 5006");
    assertThat(run("lines", "adopt", "test:12,1#x", "orders").out())
        .contains("seq/orders: is already at 5006, nothing was raised");
    assertThat(run("next", "orders").out()).isEqualTo("5007\n");
  }

  @Test
  void adopt_sourceInAFile_readsTheFile() throws IOException {
    Path file = Files.writeString(directory.resolve("counter"), "\"test:5000,1#x\"\n");

    assertThat(run("lines", "adopt", "@" + file, "orders").out())
        .contains("seq/orders: raised by 4999, from 0 to 4999");
  }

  @Test
  void adopt_json_hasAllNumbersAsStrings() {
    assertThat(run("lines", "adopt", "test:5000,1#x", "orders", "--json").json())
        .isEqualTo(Map.of(
            "name", "seq/orders",
            "counter", "a test's counter",
            "counterNext", "5000",
            "before", "0",
            "next", "4999"));
  }

  @ParameterizedTest
  @CsvSource({
    // Columns: the counter's next number and step; the sequence and its next number.
    "5001, 2, odd, 5001",
    "5000, 1, odd, 5001",
    "1, 1, odd, 1",
    "0, 1, auto-a, 1",
    "99, 1, short, 99"
  })
  void adopt_configuredSequence_continues(long next, long step, String sequence, String number)
      throws IOException {
    Run adopt = configured("lines", "adopt", "test:" + next + "," + step + "#x", sequence);

    assertThat(adopt.code()).as(adopt.err()).isZero();
    assertThat(configured("next", sequence).out()).isEqualTo(number + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5000,2 | odd | it needs step: 2, offset: 2",
        "5000,2 | auto-a | it needs step: 2, offset: 2",
        "5001,4 | odd | it needs step: 4, offset: 1",
        "50,1 | tail | it needs no cycle",
        "100,1 | short | it needs a higher maximum",
        "5000,1 | users | snowflake 'users': only a sequence can continue a counter",
        "5000,1 | other | no generator has this name"
      })
  void adopt_settingsThatCouldRepeat_areRefusedWithTheReason(
      String counter, String name, String reason) throws IOException {
    Run adopt = configured("lines", "adopt", "test:" + counter + "#x", name);

    assertThat(adopt.code()).isEqualTo(1);
    assertThat(adopt.err()).contains(reason);
    assertThat(adopt.out()).isEmpty();
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void adopt_nameUsedWithOtherSettings_isRefused() throws IOException {
    run("next", "odd");

    assertThat(configured("lines", "adopt", "test:5001,2#x", "odd").err())
        .contains("used with other settings before: name=odd");
    assertThat(run("next", "odd").out()).isEqualTo("2\n");
  }

  @Test
  void adopt_unknownSource_failsListingTheSources() {
    assertThat(run("lines", "adopt", "mysql://x#y", "orders").err())
        .contains("known here=[jdbc, redis, rediss, test]");
    assertThat(
            run("lines", "adopt", "redis://user:secret@127.0.0.1/0", "orders").err())
        .contains("the URL names no counter: url=redis://***@127.0.0.1/0")
        .doesNotContain("secret");
  }

  @Test
  void adopt_withoutAName_isWrongUsage() {
    assertThat(Run.of("lines", "adopt", "redis://127.0.0.1/0#a").code()).isEqualTo(2);
  }
}
