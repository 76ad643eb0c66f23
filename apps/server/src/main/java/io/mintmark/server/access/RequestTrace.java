package io.mintmark.server.access;

import io.mintmark.objectid.ObjectId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What people find a request again by, in the logs of its client, of the server, and of what is
 * between them.
 *
 * @param id the request's own; over HTTP its answer has it too; empty if it has none
 * @param parent where it belongs in a distributed trace, in the form of W3C Trace Context; empty if
 *     the client does not say
 * @param connection the number of the connection that it came over, as CLIENT ID says; empty over
 *     HTTP
 * @param client what the connection calls itself by CLIENT SETNAME; empty if it does not say
 */
public record RequestTrace(String id, String parent, String connection, String client) {

  /** Nothing. */
  public static final RequestTrace NONE = new RequestTrace("", "", "", "");

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  /** Version, trace, parent, flags (W3C Trace Context, section 3.2); ff and zeros are invalid. */
  private static final Pattern PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  /**
   * Takes over what a client says. What has another form is left out: the request is none the worse
   * for it.
   *
   * @param id 1 to 128 of A-Za-z0-9._:/+=@-
   * @param parent as the header {@code traceparent} has it
   */
  public static RequestTrace of(@Nullable String id, @Nullable String parent) {
    if (id == null && parent == null) {
      return NONE;
    }
    return new RequestTrace(taken(id, ID), taken(parent, PARENT), "", "");
  }

  /**
   * Says which command of Redis's protocol a request is.
   *
   * @param id the command's own
   * @param connection the number of the connection that it came over
   * @param client what that calls itself; empty if it does not say
   */
  public static RequestTrace ofCommand(String id, long connection, String client) {
    return new RequestTrace(id, "", Long.toString(connection), client);
  }

  private static String taken(@Nullable String text, Pattern form) {
    return text != null && form.matcher(text).matches() ? text : "";
  }

  /** The same, with a new id if it has none. */
  public RequestTrace identified() {
    return id.isEmpty()
        ? new RequestTrace(ObjectId.next().toString(), parent, connection, client)
        : this;
  }

  /** What there is of it, by names. */
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
