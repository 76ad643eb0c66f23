package io.mintmark.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class JsonLinesTest {

  private final JsonLines form = new JsonLines();

  private static LogRecord record(Level level, String message, Object... values) {
    LogRecord record = new LogRecord(level, message);
    record.setLoggerName("io.mintmark.Any");
    record.setInstant(Instant.parse("2026-11-21T08:00:00.5Z"));
    record.setParameters(values);
    return record;
  }

  /**
   * Parses the line of a record as JSON, with a YAML parser, because JSON is a subset of YAML.
   * Checks that it is one line.
   */
  private Map<?, ?> written(LogRecord record) {
    String line = form.format(record);
    assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(line);
  }

  @Test
  void record_withNamedValues_hasThemInMessageAndFields() {
    Map<?, ?> line =
        written(record(Level.WARNING, "rule: store={0}, at-least={2}: {1}; so", "a", "b\n\"", 3));

    assertThat(line)
        .isEqualTo(Map.of(
            "time", "2026-11-21T08:00:00.500000Z",
            "level", "WARN",
            "logger", "io.mintmark.Any",
            "thread", Thread.currentThread().getName(),
            "message", "rule: store=a, at-least=3: b\n\"; so",
            "fields", Map.of("store", "a", "at-least", "3")));
  }

  @Test
  void record_withAnError_hasItsStackTraceAsOneText() {
    LogRecord record = record(Level.SEVERE, "failed {0}");
    record.setThrown(new IllegalStateException("why", new RuntimeException("deeper")));
    record.setParameters(null);

    Map<?, ?> line = written(record);

    assertThat(line.get("level")).isEqualTo("ERROR");
    assertThat(String.valueOf(line.get("error")))
        .startsWith("java.lang.IllegalStateException: why\n\tat io.mintmark")
        .contains("Caused by: java.lang.RuntimeException: deeper");
    assertThat(line.containsKey("fields")).isFalse();
  }

  @Test
  void record_withoutLoggerMessageOrEnoughValues_isWritten() {
    assertThat(written(new LogRecord(Level.FINE, null)).get("level")).isEqualTo("DEBUG");
    assertThat(written(record(Level.FINEST, "a={0}, b={1}", "x")).get("fields"))
        .isEqualTo(Map.of("a", "x"));
  }
}
