package io.mintmark.server.http;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client's preferences: the members of {@code Accept}, each with its weight (RFC 9110, section
 * 12.4.2). Other parameters of a media type are ignored.
 */
final class AcceptHeader {

  private static final double MOST = 1;

  /** A weight. The first group is empty if it is invalid. Such a weight counts as 0. */
  private static final Pattern WEIGHT =
      Pattern.compile(";\\s*q=(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)?[^;]*", Pattern.CASE_INSENSITIVE);

  /** By lower-case name. */
  private final Map<String, Double> weights = new HashMap<>();

  /** Reads all fields of one name. */
  static AcceptHeader of(List<String> fields) {
    AcceptHeader preferences = new AcceptHeader();
    for (String member : String.join(",", fields).split(",", -1)) {
      String name = member.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
      if (!name.isEmpty()) {
        preferences.weights.merge(name, weight(member), Math::max);
      }
    }
    return preferences;
  }

  private static double weight(String member) {
    Matcher weight = WEIGHT.matcher(member);
    if (!weight.find()) {
      return MOST;
    }
    String text = weight.group(1);
    return text == null ? 0 : Double.parseDouble(text);
  }

  /**
   * Returns the media type with the highest weight. If several types have this weight, returns the
   * first of them. Empty if no type is acceptable.
   */
  Optional<String> choose(List<String> mediaTypes) {
    return mediaTypes.stream()
        .filter(type -> ofType(type) > 0)
        .max(Comparator.comparing(this::ofType));
  }

  /**
   * Returns the weight of a type. The narrowest media range of the client that includes the type
   * decides. A client that names no type accepts every type.
   */
  private double ofType(String type) {
    if (weights.isEmpty()) {
      return MOST;
    }
    String wide = type.substring(0, type.indexOf('/') + 1) + "*";
    return weights.getOrDefault(type, weights.getOrDefault(wide, weights.getOrDefault("*/*", 0.0)));
  }
}
