package io.mintmark.server.log;

import io.mintmark.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formats log records as lines, each a JSON object: {@code time} (RFC 3339, UTC), {@code level},
 * {@code logger}, {@code thread}, {@code message}; {@code fields}, if the message has named values;
 * {@code error}, if there is an exception, with its stack. A configuration file of {@code
 * java.util.logging} can name this class.
 */
public final class JsonLines extends Formatter {

  /** The format has a fixed width, so that sorted lines are in order of time. */
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

  private static final NavigableMap<Integer, String> LEVELS = new TreeMap<>(Map.of(
      Level.SEVERE.intValue(), "ERROR",
      Level.WARNING.intValue(), "WARN",
      Level.INFO.intValue(), "INFO",
      Level.FINE.intValue(), "DEBUG"));

  /** The names of values in messages, before the values replace the braces. */
  private static final Pattern FIELD = Pattern.compile("([\\w.-]+)=\\{(\\d{1,2})}");

  /** Also called by reflection. */
  public JsonLines() {}

  @Override
  public String format(LogRecord record) {
    Map<String, String> fields = fields(record);
    return Json.object(json -> {
          json.put("time", TIME.format(record.getInstant()))
              .put("level", level(record.getLevel()))
              .put("logger", String.valueOf(record.getLoggerName()))
              .put("thread", Thread.currentThread().getName()) // Called on the logging thread.
              .put("message", String.valueOf(formatMessage(record)));
          if (!fields.isEmpty()) {
            json.put("fields", fields);
          }
          if (record.getThrown() != null) {
            json.put("error", stack(record.getThrown()));
          }
        })
        + "\n";
  }

  /** Returns common level names instead of the names in {@code java.util.logging}. */
  private static String level(Level level) {
    Map.Entry<Integer, String> name = LEVELS.floorEntry(level.intValue());
    return name == null ? "TRACE" : name.getValue();
  }

  private static Map<String, String> fields(LogRecord record) {
    Map<String, String> fields = new LinkedHashMap<>();
    Object[] values = record.getParameters();
    if (values != null && record.getMessage() != null) {
      Matcher named = FIELD.matcher(record.getMessage());
      while (named.find()) {
        int index = Integer.parseInt(named.group(2));
        if (index < values.length) {
          fields.put(named.group(1), String.valueOf(values[index]));
        }
      }
    }
    return fields;
  }

  private static String stack(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text, true));
    return text.toString().strip();
  }
}
