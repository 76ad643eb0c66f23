package io.mintmark.server.resp;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/** A list of replies as one reply. */
record RespList(List<RespReply> replies) implements RespReply {

  /** Returns the size of a list in bytes, given the size of its replies. */
  static long bytes(long replies) {
    return AROUND_BYTES + replies;
  }

  @Override
  public void writeTo(Buffer out, int version) {
    RespReply.writeLength(out, '*', replies.size());
    RespReply.sequence(replies).writeTo(out, version);
  }
}
