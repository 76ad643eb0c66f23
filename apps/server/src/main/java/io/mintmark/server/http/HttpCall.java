package io.mintmark.server.http;

import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.server.access.Principal;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request in the form in which its endpoint receives it.
 *
 * @param caller the caller
 * @param arguments the variable segments of the path, decoded
 * @param query the parameters of the query
 * @param ids its cost: how many ids it makes; a call that makes no ids costs 1
 * @param headers the fields of the header
 * @param body the request's body; empty if the call accepts none
 */
record HttpCall(
    Principal caller,
    List<String> arguments,
    Map<String, String> query,
    int ids,
    MultiMap headers,
    String body) {

  private static final String COUNT = "count";

  HttpCall withBody(String text) {
    return new HttpCall(caller, arguments, query, ids, headers, text);
  }

  /** Returns how many ids a query requests. */
  static int count(Map<String, String> query) {
    String text = query.get(COUNT);
    return text == null ? 1 : parsed(COUNT, text, SettingType.INTEGER);
  }

  String argument() {
    return arguments.get(0);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** Returns a field of the header. Several lines of it are one list (RFC 9110, section 5.3). */
  Optional<String> header(String name) {
    return headers.contains(name)
        ? Optional.of(String.join(",", headers.getAll(name)))
        : Optional.empty();
  }

  String required(String parameter) {
    return parameter(parameter)
        .orElseThrow(() -> new IllegalArgumentException("a parameter is missing: " + parameter));
  }

  long number(String parameter) {
    return number(parameter, required(parameter));
  }

  /** Makes the exception for a faulty body. */
  static IllegalArgumentException wrongBody(String what) {
    return new IllegalArgumentException("the body is wrong: " + what);
  }

  static long number(String name, String text) {
    return parsed(name, text, SettingType.NUMBER);
  }

  static <T> T parsed(String name, String text, SettingType<T> type) {
    try {
      return type.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(Message.of("{}: {}={}", e.getMessage(), name, text), e);
    }
  }
}
