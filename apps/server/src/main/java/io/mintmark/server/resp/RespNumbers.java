package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.RequestOutcome;
import io.mintmark.service.DrawnNumbers;
import io.vertx.core.buffer.Buffer;

/** A reply for each number that was drawn. */
record RespNumbers(DrawnNumbers drawn) implements RespReply {

  /** The length of most numbers, with the bytes around them. */
  private static final int USUAL_LENGTH = 16;

  @Override
  public void writeTo(Buffer out, int version) {
    StringBuilder text = new StringBuilder(USUAL_LENGTH * drawn.count());
    for (int i = 0; i < drawn.count(); i++) {
      text.append(':').append(drawn.number(i)).append("\r\n");
    }
    var unused = out.appendString(text.toString());
  }

  @Override
  public void count(AnswerCount to) {
    to.answered(RequestOutcome.OK, drawn.count());
  }
}
