package io.mintmark.server.http;

import io.mintmark.config.SettingType;
import io.mintmark.error.Message;
import io.mintmark.server.access.Principal;
import io.mintmark.server.access.RequestTrace;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A request in the form in which its endpoint receives it. */
abstract class HttpCall {

  static final String COUNT = "count";

  /** The fields of the header. */
  final MultiMap headers;

  Principal caller;

  /** Identifies the request in logs. */
  RequestTrace trace = RequestTrace.NONE;

  /** The variable segments of the path, decoded. */
  List<String> arguments = List.of();

  /** The parameters of the query. */
  Map<String, String> query = Map.of();

  /** Its cost: how many ids it makes; a call that makes no ids costs 1. */
  int ids = 1;

  /** Empty if the call accepts none. */
  String body = "";

  HttpCall(MultiMap headers, Principal caller) {
    this.headers = headers;
    this.caller = caller;
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
    return parsed(parameter, required(parameter), SettingType.NUMBER);
  }

  /** Makes the exception for a faulty body. */
  static IllegalArgumentException wrongBody(String what) {
    return new IllegalArgumentException("the body is wrong: " + what);
  }

  static <T> T parsed(String name, String text, SettingType<T> type) {
    try {
      return type.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(Message.of("{}: {}={}", e.getMessage(), name, text), e);
    }
  }
}
