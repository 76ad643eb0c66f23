package io.mintmark.server.access;

import io.mintmark.objectid.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What people find a request again by, in the logs of its client, of the server, and of what is
 * between them.
 *
 * @param id the request's own, which its answer has too; empty if it has none
 * @param parent where it belongs in a distributed trace, in the form of W3C Trace Context; empty if
 *     the client does not say
 */
public record RequestTrace(String id, String parent) {

  /** Nothing. */
  public static final RequestTrace NONE = new RequestTrace("", "");

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
    return new RequestTrace(taken(id, ID), taken(parent, PARENT));
  }

  private static String taken(@Nullable String text, Pattern form) {
    return text != null && form.matcher(text).matches() ? text : "";
  }

  /** The same, with a new id if it has none. */
  public RequestTrace identified() {
    return id.isEmpty() ? new RequestTrace(ObjectId.next().toString(), parent) : this;
  }

  /** What there is of it, as name=value. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    if (!id.isEmpty()) {
      words.add("request=" + id);
    }
    if (!parent.isEmpty()) {
      words.add("trace=" + parent);
    }
    return words;
  }
}
