package io.mintmark.key;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The route id and the variables that keys are made for.
 *
 * @param routeId the id that decides in which database and table the keys' rows lie; empty for a
 *     format without shards
 * @param variables values by the format's variables
 */
public record KeyRequest(Optional<String> routeId, Map<String, String> variables) {

  /** A request for a format without shards and variables. */
  public static final KeyRequest PLAIN = new KeyRequest(Optional.empty(), Map.of());

  /**
   * Keeps an unmodifiable copy.
   *
   * @param routeId the id that decides in which database and table the keys' rows lie
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
   * @param value letters and digits, as many as the format's variable has
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
