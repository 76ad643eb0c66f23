package io.mintmark.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a server's metrics.
 *
 * @param name the metric's name
 * @param labels its labels
 * @param value its value; may be infinite, or not a number
 */
record MetricSample(String name, Map<String, String> labels, double value) {

  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? ([-+]?(?:[0-9.]+(?:E-?[0-9]+)?|Inf|NaN))");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  /** Parses Prometheus text. Lines that are not samples are skipped. */
  static List<MetricSample> read(String text) {
    List<MetricSample> samples = new ArrayList<>();
    text.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
      Map<String, String> labels = new HashMap<>();
      String all = line.group(2) == null ? "" : line.group(2);
      LABEL.matcher(all).results().forEach(each -> labels.put(each.group(1), each.group(2)));
      double value = Double.parseDouble(line.group(3).replace("Inf", "Infinity"));
      samples.add(new MetricSample(line.group(1), Map.copyOf(labels), value));
    });
    return samples;
  }

  /** Returns a label's value, or an empty text. */
  String label(String label) {
    return labels.getOrDefault(label, "");
  }
}
