package io.mintmark.server.resp;

import io.mintmark.error.Message;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.json.Json;
import io.mintmark.key.KeyRequest;
import io.mintmark.server.access.Principal;
import io.mintmark.server.idempotency.IdempotencyCache;
import io.mintmark.server.idempotency.IdempotencyKey;
import io.mintmark.server.idempotency.IdempotentRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.JsonShapes;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commands that Redis lacks: for ids that are not numbers, for many ids at once, for keys with a
 * route, and for inspecting an id.
 *
 * <p>{@code MINT.NEXT} always returns a list, so that the form of the reply does not depend on the
 * arguments. {@code MINT.INSPECT} returns the JSON of the HTTP interface as one string, in every
 * version of the protocol. The readings of an id contain lists of fields. If they were maps and
 * lists of the protocol, each client library would return them in a different form.
 */
final class MintCommands {

  private final IdService service;
  private final IdempotencyCache idempotency;

  MintCommands(IdService service, IdempotencyCache idempotency) {
    this.service = service;
    this.idempotency = idempotency;
  }

  /**
   * Runs {@code MINT.NEXT name [COUNT n] [ROUTE id] [VAR name value ...] [KEY key]}.
   *
   * @throws IllegalArgumentException if an option is unknown, incomplete or given twice
   */
  CompletableFuture<RespReply> next(RespCall call, Principal caller) {
    Map<String, String> options = new HashMap<>();
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 1; i < call.count(); i += 2) {
      String option = call.text(i).toUpperCase(Locale.ROOT);
      @Nullable
      String before = switch (option) {
        case "COUNT", "ROUTE", "KEY" -> options.put(option, argument(call, option, i + 1));
        case "VAR" -> variables.put(argument(call, option, ++i), argument(call, option, i + 1));
        default ->
          throw new IllegalArgumentException(Message.of(
              "the option is unknown: option={}; no id issued; MINT.NEXT name has COUNT n,"
                  + " ROUTE id, VAR name value and KEY key",
              option));
      };
      if (before != null) {
        throw new IllegalArgumentException(Message.of(
            "the option is given twice, or VAR twice for one name: option={}; no id issued",
            option));
      }
    }
    int count = count(options.getOrDefault("COUNT", "1"));
    Optional<String> route = Optional.ofNullable(options.get("ROUTE"));
    KeyRequest request = KeyRequest.of(route, variables);
    return ids(call.first(), count, request, Optional.ofNullable(options.get("KEY")), caller)
        .thenApply(ids -> RespReply.listOf(ids.stream()));
  }

  private CompletableFuture<List<String>> ids(
      String name, int count, KeyRequest request, Optional<String> key, Principal caller) {
    if (key.isEmpty()) {
      return service.nextAsync(name, count, request);
    }
    return idempotency
        .answer(
            new IdempotencyKey(caller.name(), key.get()),
            new IdempotentRequest(name, count, request, "RESP"),
            () -> service.nextAsync(name, count, request))
        .thenApply(IdempotencyCache.Answer::ids);
  }

  RespReply inspect(RespCall call, Principal caller) {
    List<Reading> readings = service.inspect(call.first(), caller::isFor);
    return RespReply.bulk(Json.object(json -> JsonShapes.readings(json, readings, ZoneOffset.UTC)));
  }

  private static String argument(RespCall call, String option, int index) {
    if (index >= call.count()) {
      throw new IllegalArgumentException(
          Message.of("the option lacks its values: option={}; no id issued", option));
    }
    return call.text(index);
  }

  private static int count(String text) {
    try {
      return WholeNumber.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          Message.of("{}: COUNT={}; no id issued", e.getMessage(), text), e);
    }
  }
}
