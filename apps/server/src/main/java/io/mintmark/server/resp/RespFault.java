package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.RequestOutcome;
import io.vertx.core.buffer.Buffer;

/**
 * The reply to a command that was not executed.
 *
 * @param text begins with the code by which clients distinguish faults
 */
record RespFault(String text, RequestOutcome outcome) implements RespReply {

  @Override
  public void count(AnswerCount to) {
    to.answered(outcome, 1);
  }

  @Override
  public void writeTo(Buffer out, int version) {
    String line = "-" + text.replace('\r', ' ').replace('\n', ' ') + "\r\n";
    var unused = out.appendString(line);
  }
}
