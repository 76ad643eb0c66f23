package io.mintmark.key;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What keys are made for.
 *
 * @param routeId whose row decides where theirs lie; empty for a format without shards
 * @param variables values by the format's variables
 */
public record KeyRequest(Optional<String> routeId, Map<String, String> variables) {

  /** For a format that needs nothing. */
  public static final KeyRequest PLAIN = new KeyRequest(Optional.empty(), Map.of());

  /**
   * Keeps an unmodifiable copy.
   *
   * @param routeId whose row decides where theirs lie
   * @param variables values by the format's variables
   */
  public KeyRequest {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /**
   * Asks for keys whose rows lie where a route id says.
   *
   * @param routeId another id
   * @return a request
   */
  public static KeyRequest forRoute(String routeId) {
    return new KeyRequest(Optional.of(routeId), Map.of());
  }

  /**
   * Gives a variable.
   *
   * @param name its name in the format
   * @param value as many letters and digits as the format has it
   * @return a request with it
   */
  public KeyRequest with(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Map<String, String> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return new KeyRequest(routeId, more);
  }
}
