package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The replies to a command that was sent several times. */
record RespSequence(List<RespReply> replies) implements RespReply {

  @Override
  public void writeTo(ByteBuf out, int version) {
    replies.forEach(reply -> reply.writeTo(out, version));
  }

  @Override
  public long bytes() {
    return replies.stream().mapToLong(RespReply::bytes).sum();
  }

  @Override
  public void count(AnswerCount to) {
    replies.forEach(reply -> reply.count(to));
  }
}
