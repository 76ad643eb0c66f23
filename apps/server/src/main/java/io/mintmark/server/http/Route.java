package io.mintmark.server.http;

import io.mintmark.error.Message;
import io.mintmark.server.access.Permission;
import io.mintmark.server.net.Exchange;
import io.mintmark.service.RunsOn;
import io.netty.handler.codec.http.HttpHeaders;
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
 * One call that the server answers over HTTP: what leads to it, who may make it, what answers it on
 * which thread, how large its body and its answer may be, and what the API's description says of
 * it. Immutable; a row of {@link Endpoints}' tables makes one.
 */
final class Route {

  static final String JSON = "application/json";
  static final String TEXT = "text/plain";

  /** What is reserved for a list, whose length is known when it has been read. */
  static final long LIST_BYTES = 64 * 1024;

  private static final String BRACE = "{";

  /** What metrics call requests that never came to a route, for their token or their path. */
  private static final String REFUSED = "refused";

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
        row.permission, () -> Message.of("nothing says who may make the call: path={}", row.path));
    this.endpoint = endpoint;
    this.mediaTypes = List.copyOf(row.schemas.keySet());
    this.segments = List.of(row.path.substring(1).split("/"));
    row.parameters.stream().filter(Parameter::isInQuery).forEach(each -> query.add(each.name()));
    row.parameters.stream().filter(Parameter::isInHeader).forEach(each -> headers.add(each.name()));
  }

  /**
   * What the API's description says of a call.
   *
   * @param id the name that programs call it by
   * @param tag what it is about
   * @param summary what it does, in a few words
   */
  record Operation(String id, String tag, String summary) {}

  /**
   * The body that a call takes.
   *
   * @param schema the name of its schema, which says what it is and has examples
   * @param mostBytes how large it may be
   */
  record Body(String schema, int mostBytes) {}

  /** Begins a row for GET, and HEAD; a path is like {@code /v1/lines/{line}/life}. */
  static Builder get(String path) {
    return new Builder("GET", path);
  }

  /** Begins a row for POST. */
  static Builder post(String path) {
    return new Builder("POST", path);
  }

  /** A route that answers the same whatever led there. */
  static Route always(HttpReply reply) {
    return new Builder("GET", "/", REFUSED).allows(Permission.NONE).answersFrom(call -> reply);
  }

  String method() {
    return row.method;
  }

  String path() {
    return row.path;
  }

  /** Who may make the call. */
  Permission permission() {
    return permission;
  }

  /** The names that the query may have. */
  Set<String> query() {
    return query;
  }

  /** Those of the path, then those of the query and of the header. */
  List<Parameter> parameters() {
    return row.parameters;
  }

  /** The body that the call takes; empty if it takes none. */
  Optional<Body> body() {
    return Optional.ofNullable(row.body);
  }

  /** Tells whether it is answered even while the most clients are connected. */
  boolean isAlwaysAnswered() {
    return row.operates || permission.isNone();
  }

  /** Tells whether the admin port alone answers it, on a server that has one. */
  boolean isForOperators() {
    return row.operates;
  }

  /** How many ids a call with these parameters makes; 1 if it makes none. */
  int ids(Map<String, String> parameters) {
    return row.ids.applyAsInt(parameters);
  }

  /** The kind of the generator that makes a call's ids, for metrics. */
  String kind(HttpCall call) {
    return row.kind.apply(call);
  }

  /** On which thread a call is answered. */
  RunsOn runsOn(HttpCall call) {
    return row.runsOn.apply(call);
  }

  /** Answers a call. */
  CompletableFuture<HttpReply> answer(HttpCall call) {
    return endpoint.answer(call);
  }

  /** How large the body of a call's answer may be, or 0 if that is seen when it is made. */
  long mostBytes(HttpCall call) {
    return row.mostBytes.applyAsLong(call);
  }

  /** What the answer is, in a sentence. */
  String answer() {
    return row.answer;
  }

  /**
   * The media types that the answer can be had in, preferred first; none if the type is not for the
   * client to choose.
   */
  List<String> mediaTypes() {
    return mediaTypes;
  }

  /** The names of the answer's schemas, by media types. */
  Map<String, String> schemas() {
    return row.schemas;
  }

  /** What the API's description says of the call; empty for a page for people. */
  Optional<Operation> operation() {
    return Optional.ofNullable(row.operation);
  }

  /** Tells whether a path leads here. */
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

  /** What a path has where this route's has variables. */
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
   * Returns what a request has for the parameters of its query and its header, by their names.
   *
   * @throws IllegalArgumentException if its query has others, or one of them twice
   */
  Map<String, String> values(Map<String, List<String>> given, HttpHeaders header) {
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
        values.put(name, String.join(",", lines)); // They mean the same (RFC 9110, section 5.3).
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

  /** A row that is being written; {@link #answersFrom} or {@link #answersLater} ends it. */
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
    private Function<HttpCall, String> kind = call -> Exchange.NO_KIND;
    private Function<HttpCall, RunsOn> runsOn = call -> RunsOn.EVENT_LOOP;
    private ToLongFunction<HttpCall> mostBytes = call -> 0;

    private Builder(String method, String path) {
      this(method, path, method + " " + path);
    }

    private Builder(String method, String path, String call) {
      this.method = method;
      this.path = path;
      this.call = call;
    }

    /** Sets who may make the call. Each row says it: a call that says nothing must not be open. */
    Builder allows(Permission who) {
      permission = who;
      return this;
    }

    /** Sets what the API's description says of the call. */
    Builder operation(String id, String tag, String summary) {
      operation = new Operation(id, tag, summary);
      return this;
    }

    /** Sets what a caller fills in. */
    Builder parameters(Parameter... all) {
      parameters = List.of(all);
      return this;
    }

    /** Sets which body the call takes. Without this it takes none. */
    Builder body(String schema, int mostBytesOfIt) {
      body = new Body(schema, mostBytesOfIt);
      return this;
    }

    /** Sets the schema of the answer in JSON, and what the answer is. */
    Builder json(String schema, String what) {
      answer = what;
      schemas.put(JSON, schema);
      return this;
    }

    /** Sets the schema of the answer, which is plain text alone, and what the answer is. */
    Builder text(String schema, String what) {
      answer = what;
      return text(schema);
    }

    /** Sets the schema of the answer in plain text, for clients that prefer it to JSON. */
    Builder text(String schema) {
      schemas.put(TEXT, schema);
      return this;
    }

    /**
     * Has the call answered even while the most clients are connected, and on the admin port alone
     * if there is one.
     */
    Builder operates() {
      operates = true;
      return this;
    }

    /** Sets how many ids its parameters ask for, which is what it costs. Without this none. */
    Builder makes(ToIntFunction<Map<String, String>> count) {
      ids = count;
      return this;
    }

    /** Sets which kind of generator makes them. */
    Builder ofKind(Function<HttpCall, String> which) {
      kind = which;
      return this;
    }

    /** Sets how large the answer's body may be, for memory to be taken before it is made. */
    Builder atMostBytes(ToLongFunction<HttpCall> bytes) {
      mostBytes = bytes;
      return this;
    }

    /** Sets on which thread each call is answered. The default is the event loop. */
    Builder on(RunsOn thread) {
      return on(call -> thread);
    }

    /** The same where it differs from call to call. */
    Builder on(Function<HttpCall, RunsOn> thread) {
      runsOn = thread;
      return this;
    }

    /** Ends the row with what answers at once, on the thread that the row names. */
    Route answersFrom(Function<HttpCall, HttpReply> handler) {
      return answersLater(call -> CompletableFuture.completedFuture(handler.apply(call)));
    }

    /** Ends the row with what may answer later, and never waits. */
    Route answersLater(HttpCall.Endpoint handler) {
      return new Route(this, handler);
    }
  }
}
