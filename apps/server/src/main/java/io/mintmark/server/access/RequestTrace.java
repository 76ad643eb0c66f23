package io.mintmark.server.access;

import io.mintmark.objectid.ObjectId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a request in the logs of its client, of the server, and of systems between them.
 *
 * @param id the request's id; over HTTP the reply has the same id; empty if there is none
 * @param parent the request's place in a distributed trace, in the form of W3C Trace Context; empty
 *     if the client does not send it
 * @param connection the number of its connection, which CLIENT ID returns; empty over HTTP
 * @param client the connection's name, set with CLIENT SETNAME; empty if it is not set
 */
public record RequestTrace(String id, String parent, String connection, String client) {

  /** No identification. */
  public static final RequestTrace NONE = new RequestTrace("", "", "", "");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  /** Version, trace, parent, flags (W3C Trace Context, section 3.2); ff and zeros are invalid. */
  private static final Pattern PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /**
   * Uses the values that a client sent. A value of another form is ignored, and the request is
   * served nevertheless.
   *
   * @param id 1 to 128 of A-Za-z0-9._:/+=@-
   * @param parent as in the header {@code traceparent}
   */
  public static RequestTrace of(@Nullable String id, @Nullable String parent) {
    if (id == null && parent == null) {
      return NONE;
    }
    return new RequestTrace(taken(id, ID), taken(parent, PARENT), "", "");
  }

  private static String taken(@Nullable String text, Pattern form) {
    return text != null && form.matcher(text).matches() ? text : "";
  }

  /** Returns the same trace, with a new id if it lacks one. */
  public RequestTrace identified() {
    return id.isEmpty()
        ? new RequestTrace(ObjectId.next().toString(), parent, connection, client)
        : this;
  }

  /** Returns the present values by name. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("request", id);
    facts.put("trace", parent);
    facts.put("connection", connection);
    facts.put("client", client);
    facts.values().removeIf(String::isEmpty);
    return facts;
  }
}
