package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.server.access.Permission;
import io.mintmark.server.net.Exchange;
import io.mintmark.service.RunsOn;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One call that the server answers over HTTP: its path, the right that it requires, its endpoint
 * and thread, the largest sizes of its body and its reply, and its part of the API's description.
 * Immutable; a row of {@link Endpoints}' tables makes one.
 */
final class Route {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  /** The reservation for a list, whose length is known only after it was read. */
  static final long LIST_BYTES = 64 * 1024;

  /** The kind of generator of a call that makes no ids. */
  static final String NO_KIND = Exchange.NO_KIND;

  private static final String BRACE = "{";

  /**
   * The name in metrics of requests that were refused before a route was found, because of their
   * token or their path.
   */
  static final String REFUSED = "refused";

  private final Builder row;
  private final Permission permission;
  private final List<String> segments;
  private final Set<String> query = new LinkedHashSet<>();
  private final List<String> headers = new ArrayList<>();
  private final List<String> mediaTypes;
  private final HttpCall.Endpoint endpoint;

  private Route(Builder row, HttpCall.Endpoint endpoint) {
    this.row = row;
    this.permission = Objects.requireNonNull(
        row.permission, () -> Message.of("the call names no permission: path={}", row.path));
    this.endpoint = endpoint;
    this.mediaTypes = List.copyOf(row.schemas.keySet());
    this.segments = List.of(row.path.substring(1).split("/"));
    row.parameters.stream().filter(Parameter::isInQuery).forEach(each -> query.add(each.name()));
    row.parameters.stream().filter(Parameter::isInHeader).forEach(each -> headers.add(each.name()));
  }

  /**
   * A call's entry in the API's description.
   *
   * @param id its name for programs
   * @param tag its topic
   * @param summary its effect, in a few words
   */
  record Operation(String id, String tag, String summary) {}

  /**
   * The body of a call.
   *
   * @param schema the name of its schema, which describes it and has examples
   * @param mostBytes its largest size
   */
  record Body(String schema, int mostBytes) {}

  /** Starts a row for GET, and HEAD. A path is like {@code /v1/lines/{line}/life}. */
  static Builder get(String path) {
    return new Builder("GET", path);
  }

  /** Starts a row for POST. */
  static Builder post(String path) {
    return new Builder("POST", path);
  }

  String method() {
    return row.method;
  }

  String path() {
    return row.path;
  }

  /** The right that the call requires. */
  Permission permission() {
    return permission;
  }

  /** The parameters that the query may contain. */
  Set<String> query() {
    return query;
  }

  /** The parameters of the path, then of the query and of the header. */
  List<Parameter> parameters() {
    return row.parameters;
  }

  /** The body of the call; empty if it accepts none. */
  Optional<Body> body() {
    return Optional.ofNullable(row.body);
  }

  /** Returns whether the call is answered even when the limit of connected clients is reached. */
  boolean isAlwaysAnswered() {
    return row.operates || permission.isNone();
  }

  /** Returns whether only the admin port answers it, on a server with an admin port. */
  boolean isForOperators() {
    return row.operates;
  }

  /**
   * The cost of a call with these parameters: how many ids it makes; a call that makes no ids costs
   * 1.
   */
  int ids(Map<String, String> parameters) {
    return row.ids.applyAsInt(parameters);
  }

  /** The kind of the generator that makes a call's ids, for metrics. */
  String kind(HttpCall call) {
    return row.kind.apply(call);
  }

  /** The threads on which a call is answered. */
  RunsOn runsOn(HttpCall call) {
    return row.runsOn.apply(call);
  }

  /** Answers a call. */
  CompletableFuture<HttpReply> answer(HttpCall call) {
    return endpoint.answer(call);
  }

  /**
   * The largest size of the body of a call's reply; 0 if it is unknown before the reply is made.
   */
  long mostBytes(HttpCall call) {
    return row.mostBytes.applyAsLong(call);
  }

  /** The reply, described in a sentence. */
  String answer() {
    return row.answer;
  }

  /** The media types of the reply, preferred first; empty if the client cannot choose the type. */
  List<String> mediaTypes() {
    return mediaTypes;
  }

  /** The names of the reply's schemas, by media type. */
  Map<String, String> schemas() {
    return row.schemas;
  }

  /** The call's entry in the API's description; empty for a page for people. */
  Optional<Operation> operation() {
    return Optional.ofNullable(row.operation);
  }

  /** Returns whether a path matches this route. */
  boolean isAt(List<String> path) {
    if (path.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      if (!isVariable(i) && !segments.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the segments of a path at the route's variables. */
  List<String> arguments(List<String> path) {
    List<String> arguments = new ArrayList<>(1);
    for (int i = 0; i < path.size(); i++) {
      if (isVariable(i)) {
        arguments.add(path.get(i));
      }
    }
    return arguments;
  }

  /**
   * Returns the values of a request for the parameters of its query and its header, by name.
   *
   * @throws IllegalArgumentException if its query has an unknown parameter, or has a parameter
   *     twice
   */
  Map<String, String> values(Map<String, List<String>> given, MultiMap header) {
    Map<String, String> values = new HashMap<>();
    given.forEach((name, texts) -> {
      if (!query.contains(name)) {
        throw new IllegalArgumentException(
            "no such parameter: " + name + "; the call has " + new TreeSet<>(query));
      }
      if (texts.size() > 1) {
        throw new IllegalArgumentException("the parameter is given twice: " + name);
      }
      values.put(name, texts.get(0));
    });
    for (String name : headers) {
      List<String> lines = header.getAll(name);
      if (!lines.isEmpty()) {
        values.put(name, String.join(",", lines)); // Equivalent by RFC 9110, section 5.3.
      }
    }
    return values;
  }

  private boolean isVariable(int segment) {
    return segments.get(segment).startsWith(BRACE);
  }

  @Override
  public String toString() {
    return row.call;
  }

  /** Builds a row. {@link #answersFrom} or {@link #answersLater} ends it. */
  static final class Builder {

    private final String method;
    private final String path;
    private final String call;
    private @Nullable Permission permission;
    private @Nullable Operation operation;
    private List<Parameter> parameters = List.of();
    private @Nullable Body body;
    private String answer = "";
    private final Map<String, String> schemas = new LinkedHashMap<>();
    private boolean operates;
    private ToIntFunction<Map<String, String>> ids = parameters -> 1;
    private Function<HttpCall, String> kind = call -> NO_KIND;
    private Function<HttpCall, RunsOn> runsOn = call -> RunsOn.EVENT_LOOP;
    private ToLongFunction<HttpCall> mostBytes = call -> 0;

    private Builder(String method, String path) {
      this.method = method;
      this.path = path;
      this.call = method + " " + path;
    }

    /**
     * Sets the right that the call requires. It has no default, so that no call is open by
     * omission.
     */
    Builder allows(Permission who) {
      permission = who;
      return this;
    }

    /** Sets the call's entry in the API's description. */
    Builder operation(String id, String tag, String summary) {
      operation = new Operation(id, tag, summary);
      return this;
    }

    /** Sets the parameters. */
    Builder parameters(Parameter... all) {
      parameters = List.of(all);
      return this;
    }

    /** Sets the body of the call. By default it accepts none. */
    Builder body(String schema, int mostBytesOfIt) {
      body = new Body(schema, mostBytesOfIt);
      return this;
    }

    /** Sets the schema of the reply in JSON, and the reply's description. */
    Builder json(String schema, String what) {
      answer = what;
      schemas.put(JSON, schema);
      return this;
    }

    /** Sets the schema of a reply that is always plain text, and the reply's description. */
    Builder text(String schema, String what) {
      answer = what;
      return text(schema);
    }

    /** Sets the schema of the reply in plain text, for clients that prefer it to JSON. */
    Builder text(String schema) {
      schemas.put(TEXT, schema);
      return this;
    }

    /**
     * Makes the call available even when the limit of connected clients is reached, and only on the
     * admin port if there is one.
     */
    Builder operates() {
      operates = true;
      return this;
    }

    /** Sets how many ids its parameters request, which is its cost. By default it makes none. */
    Builder makes(ToIntFunction<Map<String, String>> count) {
      ids = count;
      return this;
    }

    /** Sets the kind of generator that makes them. */
    Builder ofKind(Function<HttpCall, String> which) {
      kind = which;
      return this;
    }

    /**
     * Sets the largest size of the reply's body, so that memory is reserved before the reply is
     * made.
     */
    Builder atMostBytes(ToLongFunction<HttpCall> bytes) {
      mostBytes = bytes;
      return this;
    }

    /** Sets the threads on which calls are answered. The default is the event loop. */
    Builder on(RunsOn thread) {
      return on(call -> thread);
    }

    /** Sets the threads on which calls are answered, if they differ from call to call. */
    Builder on(Function<HttpCall, RunsOn> thread) {
      runsOn = thread;
      return this;
    }

    /** Ends the row with a handler that answers at once, on the row's thread. */
    Route answersFrom(Function<HttpCall, HttpReply> handler) {
      return answersLater(call -> CompletableFuture.completedFuture(handler.apply(call)));
    }

    /** Ends the row with a handler that may answer later, and never waits. */
    Route answersLater(HttpCall.Endpoint handler) {
      return new Route(this, handler);
    }
  }
}
