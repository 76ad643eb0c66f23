package io.mintmark.store.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
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
        "redis://                                     | a host is needed: host=''",
        "redis://:6379                                | not a host: host=':6379'",
        "redis:///3                                   | a host is needed",
        "redis:127.0.0.1                              | the URL is redis://",
        "redis://h:0                                  | a port is 1 to 65535: port=0",
        "redis://h:65536                              | a port is 1 to 65535: port=65536",
        "redis://h:99999999999999999999               | not a host: host='h:9999",
        "redis://h:port                               | not a host: host='h:port'",
        "redis://h/x                                  | a database is a number, 0 to 999999",
        "redis://h/-1                                 | a database is a number",
        "redis://h/99999999999999999999               | a database is a number",
        "redis://hö/0                                 | not a host: host='hö'",
        "redis://[::1/0                               | not a host",
        "redis://a,b                                  | several servers are a cluster's or Sent",
        "redis://a,,b?cluster=true                    | a host is needed",
        "redis://h?prefix=                            | a parameter has a value: prefix=''",
        "redis://h?prefix=a&prefix=b                  | a parameter is given once: prefix",
        "redis://h?prefix={a}                         | a prefix is made as line names are",
        "redis://h?prefix=sh%C3%B6p                   | a prefix is made as line names are",
        "redis://h?wait=-1                            | wait is a number of replicas, 0 to 999999",
        "redis://h?wait=99999999999                   | wait is a number of replicas",
        "redis://h?wait=some                          | wait='some'",
        "redis://h?strict=yes                         | strict is true or false: strict='yes'",
        "redis://h?cluster=maybe                      | cluster is true or false: cluster='maybe'",
        "redis://h/1?cluster=true                     | a cluster has database 0 only: database=1",
        "redis://h?cluster=true&sentinel=m            | a cluster has no Sentinel",
        "redis://h?verifyPeer=none                    | rediss:// only: verifyPeer=none",
        "rediss://h?verifyPeer=some                   | verifyPeer is full, ca or none",
        "redis://h?timeout=5s                         | no such parameter: 'timeout', known are",
        "redis://h?a=1&b=2                            | no such parameter: 'b'",
        "redis://h#counter                            | a store has no counter",
        "redis://hidden@h                             | a password stands behind a colon",
        "redis://user:@h                              | a password stands behind a colon",
        "redis://:hid/den@h                           | the URL is redis://",
        "redis://:hid?den@h                           | the URL is redis://",
        "redis://:hid#den@h                           | the URL is redis://",
        "redis://h?sentinelPassword=hidden            | a Sentinel's password needs its name for",
        "redis://user:hidden@h:x?sentinelPassword=hid | not a host: host='h:x'",
      })
  void open_badUrl_saysTheRuleAndNoSecret(String url, String message) {
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
        .hasMessageContaining("a URL has at most 10000 characters: length=100008")
        .hasMessageNotContaining("hhh");
  }

  @Test
  void open_badSettings_saysAllFaults() {
    assertThatThrownBy(() -> RedisStore.builder()
            .timeout(Duration.ZERO)
            .waitReplicas(-1)
            .prefix("a b")
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("one of url, client and cluster client: given=0")
        .hasMessageContaining("timeout=PT0S")
        .hasMessageContaining("waitReplicas=-1")
        .hasMessageContaining("prefix='a b'");
    assertThatThrownBy(() -> RedisStore.builder()
            .url("redis://127.0.0.1")
            .timeout(Duration.ofDays(400_000))
            .open())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a timeout is above 0 and at most PT1H");
  }

  private static ClaimStoreProvider provider(String url) {
    return ServiceLoader.load(ClaimStoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.accepts(url))
        .findFirst()
        .orElseThrow();
  }
}
