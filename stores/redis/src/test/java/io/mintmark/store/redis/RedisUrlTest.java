package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.store.ClaimStoreProvider;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisUrlTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "redis://                                     | not a host: host=''",
        "redis://:6379                                | not a host: host=':6379'",
        "redis:///3                                   | not a host: host=''",
        "redis:127.0.0.1                              | not a URL of the form redis://HOST",
        "redis://h:0                                  | no such port: port=0; it is 1 to 65535",
        "redis://h:65536                              | no such port: port=65536; it is 1 to 65535",
        "redis://h:99999999999999999999               | not a host: host='h:9999",
        "redis://h:port                               | not a host: host='h:port'",
        "redis://h/x                                  | no such number: database='x'; it is 0 to"
            + " 999999",
        "redis://h/-1                                 | no such number: database='",
        "redis://h/99999999999999999999               | no such number: database='",
        "redis://hö/0                                 | not a host: host='hö'",
        "redis://[::1/0                               | not a host",
        "redis://a,b                                  | several servers need a cluster",
        "redis://a,,b?cluster=true                    | not a host: host=''",
        "redis://h?prefix=                            | the parameter has no value: prefix=''",
        "redis://h?prefix=a&prefix=b                  | the parameter is given twice: prefix",
        "redis://h?prefix={a}                         | no such prefix: prefix='",
        "redis://h?prefix=sh%C3%B6p                   | no such prefix: prefix='",
        "redis://h?wait-replicas=-1                   | wait-replicas='-1'; it is 0 to" + " 999999",
        "redis://h?wait-replicas=99999999999          | wait-replicas='99999999999'",
        "redis://h?wait-replicas=some                 | wait-replicas='some'",
        "redis://h?strict=yes                         | neither true nor false: strict='yes'",
        "redis://h?cluster=maybe                      | neither true nor false: cluster='maybe'",
        "redis://h/1?cluster=true                     | a cluster has only database 0: database=1",
        "redis://h?cluster=true&sentinel=m            | a cluster cannot have a Sentinel",
        "redis://h?verify-peer=none                    | verify-peer needs rediss://",
        "rediss://h?verify-peer=some                   | neither full, ca nor none: verify-peer=",
        "redis://h?timeout=5s                         | no such parameter: 'timeout'; known are",
        "redis://h?a=1&b=2                            | no such parameter: 'b'",
        "redis://h#counter                            | the URL of a store names a counter:"
            + " '#counter'",
        "redis://hidden@h                             | no user and password before the at sign",
        "redis://user:@h                              | no user and password before the at sign",
        "redis://:hid/den@h                           | the URL has an @ after the servers",
        "redis://:hid?den@h                           | the URL has an @ after the servers",
        "redis://:hid#den@h                           | the URL has an @ after the servers",
        "redis://h?sentinel-password=hidden            | a Sentinel's password needs its name",
        "redis://user:hidden@h:x?sentinel-password=hid | not a host: host='h:x'",
      })
  void open_badUrl_failsWithRuleAndNoSecret(String url, String message) {
    assertThatThrownBy(() -> provider(url).open(url, TIMEOUT, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("hid");
  }

  @Test
  void open_hugeUrl_isRefused() {
    String url = "redis://" + "h".repeat(100_000);
    assertThatThrownBy(() -> provider(url).open(url, TIMEOUT, TIMEOUT))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("URL too long: length=100008 > 10000")
        .hasMessageNotContaining("hhh");
  }

  @Test
  void open_badSettings_reportsAllFaults() {
    assertThatThrownBy(() -> RedisStore.builder()
            .timeout(Duration.ZERO)
            .waitReplicas(-1)
            .prefix("a b")
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("neither url nor client given: given=0")
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("wait-replicas='-1'")
        .hasMessageContaining("prefix='a b'");
    assertThatThrownBy(() -> RedisStore.builder()
            .url("redis://127.0.0.1")
            .timeout(Duration.ofDays(400_000))
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("it is 1 ms to PT1H");
  }

  private static ClaimStoreProvider provider(String url) {
    return ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
  }
}
