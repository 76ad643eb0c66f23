package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NextCommandTest {

  @TempDir
  private Path data;

  private Run next(String... more) {
    String[] args = new String[more.length + 3];
    System.arraycopy(new String[] {"next", "--data", data.toString()}, 0, args, 0, 3);
    System.arraycopy(more, 0, args, 3, more.length);
    return Run.of(args);
  }

  @Test
  void next_sequence_continuesInTheNextRun() {
    assertThat(next("invoices")).isEqualTo(new Run(0, "1\n", ""));
    assertThat(next("invoices", "-n", "3")).isEqualTo(new Run(0, "2\n3\n4\n", ""));
    assertThat(next("invoices")).isEqualTo(new Run(0, "5\n", ""));
  }

  @Test
  void next_moreThanOneBatch_hasNoGap() {
    String expected = LongStream.rangeClosed(1, 25_001)
        .mapToObj(Long::toString)
        .collect(Collectors.joining("\n", "", "\n"));

    assertThat(next("invoices", "-n", "25001").out()).isEqualTo(expected);
  }

  @Test
  void next_storeByArgumentEnvironmentAndFile_hasThisPrecedence() throws IOException {
    String url = "file:" + data;
    Path config = Files.writeString(data.resolve("c.yaml"), "store: " + url + "/file\n");
    Map<String, String> environment = Map.of("MINTMARK_STORE", url + "/environment");
    List<String> places = List.of("file", "environment", "argument");
    for (int i = 0; i < places.size(); i++) {
      String next = Integer.toString(100 * i + 100);
      Run.of("lines", "raise", "seq/a", next, "--new", "--store", url + "/" + places.get(i));
    }
    String[] plain = {"next", "a", "--config", config.toString()};
    String[] store = {"next", "a", "--config", config.toString(), "--store", url + "/argument"};
    String[] directory = {
      "next",
      "a",
      "--config",
      config.toString(),
      "--data",
      data.resolve("argument").toString()
    };

    assertThat(Run.of(plain).out()).isEqualTo("101\n");
    assertThat(Run.in(environment, plain).out()).isEqualTo("201\n");
    assertThat(Run.in(environment, store).out()).isEqualTo("301\n");
    assertThat(Run.in(environment, directory).out()).isEqualTo("302\n");
    assertThat(Run.in(Map.of("MINTMARK_STORE", "memory:"), directory).out()).isEqualTo("1\n");
  }

  @Test
  void next_json_isOneObject() {
    assertThat(next("invoices", "-n", "2", "--json").out()).isEqualTo("{\"ids\":[\"1\",\"2\"]}\n");
  }

  @Test
  void next_builtInKinds_makeIds() {
    assertThat(next("objectid").out()).matches("[0-9a-f]{24}\n");
    assertThat(next("uuid").out()).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}\n");
    assertThat(next("snowflake").out()).matches("[1-9]\\d{17,18}\n");
  }

  @Test
  void next_snowflakesOfTwoRuns_areDifferentAndAscending() {
    List<Long> ids =
        next("snowflake", "-n", "5000").out().lines().map(Long::valueOf).toList();
    List<Long> later =
        next("snowflake", "-n", "5000").out().lines().map(Long::valueOf).toList();

    assertThat(ids)
        .hasSize(5000)
        .isSorted()
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(later);
  }

  @Test
  void next_configuredName_usesItsSettings() throws IOException {
    Path config = Files.writeString(
        data.resolve("mintmark.yaml"), "generators:\n  tail: {type: sequence, cycle: 7..8}\n");

    assertThat(next("tail", "-n", "3", "--config", config.toString()).out()).isEqualTo("7\n8\n7\n");
    assertThat(next("other", "--config", config.toString()))
        .extracting(Run::code, InstanceOfAssertFactories.INTEGER)
        .isEqualTo(1);
  }

  @Test
  void next_typedIds_haveTheirPrefix() throws IOException {
    Path config = Files.writeString(data.resolve("typed.yaml"), """
        generators:
          members: {type: typeid, prefix: member}
          orders: {type: sequence, prefix: ord, check-digit: true}
        """);

    assertThat(next("members", "-n", "2", "--config", config.toString()).out())
        .matches("(member_0[0-9a-hjkmnp-tv-z]{25}\n){2}");
    assertThat(next("orders", "-n", "2", "--config", config.toString()).out())
        .isEqualTo("ord_14\nord_22\n");
  }

  @Test
  void next_keys_areMadeForARouteAndWithVariables() throws IOException {
    String config = KeyConfig.in(data).toString();
    String user =
        next("users", "--route", "outside-id-42", "--config", config).out().strip();
    Run orders = next("orders", "--route", user, "-n", "3", "--config", config);

    assertThat(user).matches("UD0\\d000\\d01\\d{22}");
    assertThat(orders.out().lines())
        .hasSize(3)
        .doesNotHaveDuplicates()
        .allSatisfy(order -> assertThat(order).hasSize(32).startsWith("OD" + user.substring(2, 4)));
    assertThat(next("parcels", "--var", "tenant=ACME", "-n", "2", "--config", config)
            .out())
        .isEqualTo("PACME00015\nPACME00023\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "users | no route id is given, and a key with shards needs one: generator=users",
        "parcels | the variables are not those of the format: needed=[tenant], given=[]",
        "parcels --var tenant=AC | variable=tenant, width=4, length=2",
        "parcels --var tenant=ACME --route user-42 | keys without shards have no route",
        "flakes --route user-42 | a route or variables are given, but this generator makes no keys:"
            + " name=flakes"
      })
  void next_missingOrUnknownRouteAndVariables_areRefused(String arguments, String reason)
      throws IOException {
    Run run = next((arguments + " --config " + KeyConfig.in(data)).split(" "));

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(reason).doesNotContain("defect of Mintmark");
  }

  @Test
  void next_newNameLikeABuiltInOne_printsANote() {
    assertThat(next("snowflke").err())
        .isEqualTo("a new sequence starts: name=snowflke; did you mean snowflake?\n");
    assertThat(next("snowflke").err()).isEmpty();
    assertThat(next("invoices").err()).isEmpty();
  }

  @Test
  void next_badName_fails() {
    Run run = next("bad name");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("bad name");
  }

  @Test
  void next_kindsWithoutAStore_needNoDirectory() throws IOException {
    Path file = Files.createFile(data.resolve("file"));
    String noDirectory = file.resolve("data").toString();

    assertThat(Run.of("next", "objectid", "--data", noDirectory).out()).matches("[0-9a-f]{24}\n");
    assertThat(Run.of("next", "uuid", "--data", noDirectory).code()).isZero();
    assertThat(Run.of("next", "invoices", "--data", noDirectory).code()).isEqualTo(1);
  }

  @Test
  void next_variableTwiceOrWithoutAValue_isWrongUsage() throws IOException {
    String config = KeyConfig.in(data).toString();
    Run twice = next("parcels", "--var", "tenant=ACME", "--var", "tenant=ACNE", "--config", config);

    assertThat(twice.code()).isEqualTo(2);
    assertThat(twice.err()).contains("a variable is given twice: --var=tenant");
    assertThat(next("parcels", "--var", "tenant", "--config", config).code()).isEqualTo(2);
  }

  @Test
  void next_atAPastMoment_makesDifferentIdsThatShowIt() throws IOException {
    List<String> first = next("snowflake", "-n", "2", "--at", "2024-05-06T07:08:09Z")
        .out()
        .lines()
        .toList();
    List<String> second = next("snowflake", "--at", "2024-05-06T15:08:09", "--zone", "+08:00")
        .out()
        .lines()
        .toList();
    assertThat(second).hasSize(1).doesNotContainAnyElementsOf(first);
    assertThat(first)
        .hasSize(2)
        .doesNotHaveDuplicates()
        .allSatisfy(id -> assertThat(Run.of("inspect", id).out()).contains("2024-05-06T07:08:09Z"));
    Path config = Files.writeString(data.resolve("c.yaml"), """
        generators:
          orders: {type: key, format: "{time:yyyyMMddHHmmss}{worker:2}{var:shop:2}{seq:3}"}
        """);
    assertThat(
            next("orders", "--at", "2024-05-06", "--var", "shop=de", "--config", config.toString())
                .out())
        .isEqualTo("2024050600000099de001\n");
  }

  @ParameterizedTest
  @CsvSource({
    "snowflake --at 2027-01-01,no id can be made for this moment",
    "snowflake --at 2019-01-01,no id can be made for this moment",
    "snowflake --at 2024-01-01 --route u,--route and --var are for keys",
    "invoices --at 2024-01-01,--at needs a generator of the configuration: name=invoices",
    "objectid --at 2024-01-01,ids for past moments need a time and a worker number"
  })
  void next_atAnImpossibleMomentOrKind_isRefused(String arguments, String reason) {
    Run run = next(arguments.split(" "));
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(reason);
  }

  @Test
  void next_countOfZero_isWrongUsage() {
    assertThat(next("invoices", "-n", "0").code()).isEqualTo(2);
    assertThat(next("invoices", "-n", "many").code()).isEqualTo(2);
    assertThat(next().code()).isEqualTo(2);
  }

  @Test
  void next_missingConfig_fails() {
    Run run = next("invoices", "--config", data.resolve("none.yaml").toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("none.yaml");
  }

  @Test
  void next_outputPipeClosed_endsQuietlyAndStopsClaiming() {
    Run run = intoPipe("Broken pipe", "next", "--store", "memory:", "a", "-n", "1000000000000");

    assertThat(run).isEqualTo(new Run(0, "", ""));
  }

  @Test
  @Tag("fault")
  void next_outputFull_fails() {
    Run run = intoPipe("No space left on device", "next", "--store", "memory:", "a");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo("mintmark: the output is not complete: standard output"
            + " cannot be written, reason=No space left on device\n");
  }

  @Test
  void next_onATerminal_showsProgress() {
    Run run = Run.onScreen(Map.of(), "next", "--store", "memory:", "a", "-n", "30000");

    assertThat(run.err()).contains("\r\u001b[K10,000 ids made, ", "20,000 ids made, ");
    assertThat(run.err()).endsWith("\r\u001b[K");
    assertThat(next("a", "-n", "30000").err()).isEmpty();
  }

  /** Runs a command whose output fails. */
  private static Run intoPipe(String failure, String... args) {
    OutputStream broken = new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(failure);
      }
    };
    return Run.into(broken, args);
  }
}
