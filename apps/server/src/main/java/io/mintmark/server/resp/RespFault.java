package io.mintmark.server.resp;

import io.mintmark.server.net.AnswerCount;
import io.mintmark.server.net.RequestOutcome;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The reply to a command that was not executed.
 *
 * @param text begins with the code by which clients distinguish faults
 */
record RespFault(String text, RequestOutcome outcome) implements RespReply {

  private static final int MOST_BYTES_OF_A_CHARACTER = 3;

  @Override
  public long bytes() {
    return AROUND_BYTES + (long) text.length() * MOST_BYTES_OF_A_CHARACTER;
  }

  @Override
  public void count(AnswerCount to) {
    to.answered(outcome, 1);
  }

  @Override
  public void writeTo(ByteBuf out, int version) {
    String line = "-" + text.replace('\r', ' ').replace('\n', ' ') + "\r\n";
    out.writeCharSequence(line, StandardCharsets.UTF_8);
  }
}
