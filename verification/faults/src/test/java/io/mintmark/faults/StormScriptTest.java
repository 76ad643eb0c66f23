package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ToolRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script says before it builds anything. */
class StormScriptTest {

  private static final int BUILDS = 9;

  @TempDir
  private Path folder;

  /** In Maven's place is what says that it was called, and ends the script. */
  @BeforeEach
  void replaceMaven() throws IOException {
    Path maven = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\nexit " + BUILDS + "\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void storm_askedForHelp_tellsTheUsageAndAllNames(String option) throws Exception {
    ToolRun said = storm(option);
    assertThat(said.exitValue()).isZero();
    assertThat(said.errors()).isEmpty();
    assertThat(said.output())
        .contains("storm [SECONDS] [SITES] [SEED] [FAULTS]")
        .doesNotContain("# ");
    for (String site : SiteNames.all()) {
      assertThat(said.output()).contains("\n" + site + ": ").contains(SiteNames.faults(site));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "abc | SECONDS is no whole number of at most 18 digits: 'abc'",
        "-5 | SECONDS is no whole number of at most 18 digits: '-5'",
        "1234567890123456789 | SECONDS is no whole number of at most 18 digits: "
            + "'1234567890123456789'",
        "60;nosite | there is no such site: 'nosite'",
        "60;redis,nosite | there is no such site: 'nosite'",
        "60;redis, | there is no such site: ''",
        "60;redis.* | there is no such site: 'redis.*'",
        "60;redis;1.5 | SEED is no whole number of at most 18 digits: '1.5'",
        "60;, | there is no such site: ''",
        "60;all;7;, | no fault of that name befalls all: ''",
        "60;redis,embedded;7;disk full, | no fault of that name befalls redis,embedded: ''",
        "60;all;7;disk full,,leader killed | no fault of that name befalls all: ''",
        "60;redis;7;, | no fault of that name befalls redis: ''",
        "60;redis;7;typo | no fault of that name befalls redis: 'typo'",
        "60;redis;7;disk full,leader killed | no fault of that name befalls redis: 'leader killed'",
        "60;redis;7;disk;full | there are four arguments at most, not 5: "
            + "names of faults stand in quotes",
      })
  void storm_wrongArgument_isNamedWithTheRuleAndTheUsage(String arguments, String error)
      throws Exception {
    ToolRun said = storm(arguments.split(";", -1));
    assertThat(said.exitValue()).isEqualTo(2);
    assertThat(said.output()).isEmpty();
    assertThat(said.errors())
        .startsWith("storm: " + error + "\n")
        .contains("storm [SECONDS] [SITES] [SEED] [FAULTS]", "\nembedded: disk full, ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "60",
        "60;all",
        "60;redis,embedded",
        "60;redis;7",
        "60;redis;7;",
        "60;redis;7;disk full,no writes taken",
        "60;all;7;leader killed"
      })
  void storm_goodArguments_builds(String arguments) throws Exception {
    ToolRun said = storm(arguments.split(";", -1));
    assertThat(said).isEqualTo(new ToolRun(BUILDS, "", ""));
  }

  @Test
  void faults_ofEachSite_haveNamesThatCanBeGivenByCommas() {
    assertThat(SiteNames.all()).hasSize(8).doesNotHaveDuplicates();
    for (String site : SiteNames.all()) {
      assertThat(SiteNames.faults(site))
          .as(site)
          .contains("network cut", "server killed")
          .noneMatch(fault -> fault.contains(",") || !fault.equals(fault.strip()));
    }
  }

  private ToolRun storm(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("./storm"));
    command.addAll(List.of(arguments));
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    return ToolRun.of(program, "");
  }
}
