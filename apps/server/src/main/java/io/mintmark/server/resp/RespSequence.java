package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** The replies to a command that was sent several times. */
record RespSequence(List<RespReply> replies) implements RespReply {

  @Override
  public void writeTo(Buffer out, int version) {
    replies.forEach(reply -> reply.writeTo(out, version));
  }

  @Override
  public void count(AnswerCount to) {
    replies.forEach(reply -> reply.count(to));
  }
}
