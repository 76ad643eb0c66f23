package io.mintmark.key;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The route id and the values of variables with which keys are made.
 *
 * @param routeId the id that determines the database and table of the keys' rows; empty for a
 *     format without shards
 * @param variables the values of the variables, by the names of the variables in the format
 */
public record KeyRequest(Optional<String> routeId, Map<String, String> variables) {

  /** A request for a format without shards and variables. */
  public static final KeyRequest PLAIN = new KeyRequest(Optional.empty(), Map.of());

  /**
   * Copies the variables.
   *
   * @param routeId the id that the rows belong to; empty for a format without shards
   * @param variables the values of the variables
   */
  public KeyRequest {
    Objects.requireNonNull(routeId, "routeId");
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /**
   * Requests keys for rows whose database and table follow from a route id.
   *
   * @param routeId the id that the rows belong to
   * @return a request
   */
  public static KeyRequest forRoute(String routeId) {
    return new KeyRequest(Optional.of(Objects.requireNonNull(routeId, "routeId")), Map.of());
  }

  /**
   * Adds the value of a variable.
   *
   * @param name the variable's name in the format
   * @param value letters and digits, exactly as many as the variable's width
   * @return a request with this variable
   */
  public KeyRequest with(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Map<String, String> more = new LinkedHashMap<>(variables);
    more.put(name, value);
    return new KeyRequest(routeId, more);
  }
}
