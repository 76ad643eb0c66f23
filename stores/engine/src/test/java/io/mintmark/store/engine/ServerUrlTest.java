package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerUrlTest {

  private static final Set<String> SCHEMES = Set.of("one", "ones");

  @Test
  void read_allParts_areParsed() {
    ServerUrl url =
        read("ones://us%40er:p%3Aw@a-b.example:7,[::1]/d/e?tls=true&wait=3&strict=true#x%40y%2Fz");

    assertThat(url.scheme()).isEqualTo("ones");
    assertThat(url.user(true)).contains(new ServerUrl.User("us@er", "p:w"));
    assertThat(url.servers(9)).hasToString("[a-b.example:7, [::1]:9]");
    assertThat(url.path()).isEqualTo("d/e");
    assertThat(url.counter()).contains("x@y/z");
    assertThat(url.flag(ServerUrl.TLS)).isTrue();
    assertThat(url.strict()).isTrue();
    assertThat(url.number("wait", url.parameter("wait", "0"), 0, 5)).isEqualTo(3);
    assertThat(url)
        .hasToString("ones://***@a-b.example:7,[::1]/d/e?tls=true&wait=3&strict=true#x%40y%2Fz");
    url.check();
  }

  @Test
  void check_severalFaults_areInOneMessageWithoutSecrets() {
    ServerUrl url = read("one://sesame@h:0,h:x?tls=maybe&colour=red&wait=9");
    url.servers(9);
    url.user(true);
    url.flag(ServerUrl.TLS);
    url.number("wait", url.parameter("wait", "0"), 0, 5);

    assertThatThrownBy(url::check)
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.faults()).hasSize(6))
        .hasMessageContaining("no such parameter: 'colour'; known are")
        .hasMessageContaining("no such port: port=0")
        .hasMessageContaining("not a host: host='h:x'")
        .hasMessageContaining("neither true nor false: tls='maybe'")
        .hasMessageContaining("no such number: wait='9'; it is 0 to 5")
        .hasMessageNotContaining("sesame");
  }

  @ParameterizedTest
  @CsvSource({
    "two://h, not a URL of the form one://HOST[:PORT] or ones://HOST[:PORT]",
    "one:h, not a URL of the form",
    "one://u:ses/ame@h, the URL has an @ after the servers",
    "one://u:ses?ame@h, the URL has an @ after the servers",
    "one://u:ses#ame@h, the URL has an @ after the servers",
    "one://u:7/ses?ame@h, the URL has an @ after the servers",
  })
  void of_malformedUrlOrPassword_throwsWithoutIt(String url, String message) {
    assertThatThrownBy(() -> read(url))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("ses");
  }

  @Test
  void numbers_leadingZeros_throw() {
    ServerUrl url = read("one://h:07?wait=03");
    url.servers(9);
    url.number("wait", url.parameter("wait", "0"), 0, 5);

    assertThat(url.faults())
        .containsExactly(
            "not a host: host='h:07'; it is HOST or HOST:PORT in ASCII",
            "no such number: wait='03'; it is 0 to 5");
  }

  @Test
  void parts_ofOtherAdapters_areReported() {
    ServerUrl url = read("one://:pw@h/path#counter?tlss=true");
    url.refusePath();
    url.refuseCounter();
    assertThat(url.user(false)).contains(new ServerUrl.User("", "pw"));
    assertThat(url.faults())
        .containsExactly(
            "this URL cannot have a path: path='/path'",
            "the URL of a store names a counter: '#counter?tlss=true'");
  }

  @Test
  void authorities_withoutTls_areAFault() {
    ServerUrl url = read("one://h?ca=/no/such/file");
    url.authorities();
    assertThat(url.faults())
        .containsExactly(
            "file cannot be read: ca='/no/such/file'",
            "authorities need TLS: tls=false, ca=/no/such/file");
  }

  @Test
  void forDriver_driverParameters_areKept() {
    ServerUrl url =
        ServerUrl.forDriver("one://h/d?password=a@b&strict=true&x=y", SCHEMES, Set.of("wait"));
    url.check();
    assertThat(url.forDriver()).isEqualTo("one://h/d?password=a@b&x=y");
  }

  private static ServerUrl read(String text) {
    return ServerUrl.of(text, SCHEMES, Set.of("wait", ServerUrl.TLS, ServerUrl.CA));
  }
}
