package io.mintmark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class MainTest {

  private static final String LACKS =
      "this host lacks what these need, or sites.txt is out of date: ";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  void main_noSiteThatRan_saysSoAndDoesNotEndWithZero() {
    assertThatThrownBy(() -> Programs.run(List.of(
            Programs.java(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "1",
            "embedded,redis",
            "7",
            "leader killed")))
        .hasMessageContaining("redis: skipped, none of the faults can befall it")
        .hasMessageContaining("nothing was tested: every site was skipped");
  }

  @Test
  void checkFaults_allThatIsWanted_saysNothing() {
    check(Set.of(), SiteNames.faults("redis"));
    check(Set.of("disk full", "leader killed"), Set.of("disk full", "network cut"));
    assertThat(said()).isEmpty();
  }

  @Test
  void checkFaults_someOfWhatIsWantedCannotBe_namesIt() {
    check(Set.of("disk full", "fsync fails", "network cut"), Set.of("network cut"));
    assertThat(said()).isEqualTo("redis: " + LACKS + "[disk full, fsync fails]\n");
  }

  @Test
  void checkFaults_allIsWantedAndSomeCannotBe_namesIt() {
    Set<String> here = new TreeSet<>(SiteNames.faults("redis"));
    here.remove("disk full");
    check(Set.of(), here);
    assertThat(said()).isEqualTo("redis: " + LACKS + "[disk full]\n");
  }

  @Test
  void checkFaults_nothingOfWhatIsWantedCanBe_skipsTheSiteAndNamesIt() {
    assertThatThrownBy(() -> check(Set.of("fsync fails", "disk full"), Set.of("network cut")))
        .isInstanceOf(TestAbortedException.class)
        .hasMessage(LACKS + "[disk full, fsync fails]");
  }

  @Test
  void checkFaults_aFaultThatIsNotOnTheList_isRefused() {
    assertThatThrownBy(() -> check(Set.of(), Set.of("network cut", "a new fault")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the list of sites lacks a fault: site=redis");
  }

  private void check(Set<String> only, Set<String> here) {
    new Main(new PrintStream(said, true, StandardCharsets.UTF_8), only).checkFaults("redis", here);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
