package io.mintmark.server.http;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A client's preferences: the members of {@code Accept} or {@code Accept-Encoding}, each with its
 * weight (RFC 9110, section 12.4.2). Other parameters of a media type are ignored.
 */
final class AcceptHeader {

  private static final int MOST = 1000;
  private static final Pattern WEIGHT = Pattern.compile("0(\\.\\d{0,3})?|1(\\.0{0,3})?");

  /** In thousandths, by lower-case name. */
  private final Map<String, Integer> weights = new HashMap<>();

  /** Reads all fields of one name. */
  static AcceptHeader of(List<String> fields) {
    AcceptHeader preferences = new AcceptHeader();
    for (String field : fields) {
      for (String member : field.split(",", -1)) {
        preferences.add(member.split(";", -1));
      }
    }
    return preferences;
  }

  private void add(String[] parts) {
    int weight = MOST;
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.regionMatches(true, 0, "q=", 0, 2)) {
        weight = weight(parameter.substring(2));
      }
    }
    String name = parts[0].strip().toLowerCase(Locale.ROOT);
    if (!name.isEmpty()) {
      weights.merge(name, weight, Math::max);
    }
  }

  /** Parses a weight. An invalid weight counts as 0. */
  private static int weight(String text) {
    return WEIGHT.matcher(text).matches() ? (int) Math.round(Double.parseDouble(text) * MOST) : 0;
  }

  /**
   * Returns the media type with the highest weight. If several types have this weight, returns the
   * first of them. Empty if no type is acceptable.
   *
   * @param mediaTypes the available types, at least one
   */
  Optional<String> choose(List<String> mediaTypes) {
    String best = mediaTypes.get(0);
    for (String candidate : mediaTypes) {
      if (ofType(candidate) > ofType(best)) {
        best = candidate;
      }
    }
    return ofType(best) > 0 ? Optional.of(best) : Optional.empty();
  }

  /**
   * Returns the weight of a type. The narrowest media range of the client that includes the type
   * decides. A client that names no type accepts every type.
   */
  private int ofType(String type) {
    if (weights.isEmpty()) {
      return MOST;
    }
    String wide = type.substring(0, type.indexOf('/') + 1) + "*";
    return weights.getOrDefault(type, weights.getOrDefault(wide, weights.getOrDefault("*/*", 0)));
  }

  /** Returns whether a coding is accepted. A coding that is not named is not accepted. */
  boolean acceptsCoding(String coding) {
    return weights.getOrDefault(coding, weights.getOrDefault("*", 0)) > 0;
  }
}
