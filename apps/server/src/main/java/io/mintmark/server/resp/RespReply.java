package io.mintmark.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A reply of RESP version 2, which writes itself. */
@FunctionalInterface
interface RespReply {

  /** The reply to what was done. */
  RespReply OK = simple("OK");

  /** The reply that there is no value. */
  RespReply NIL = out -> out.writeCharSequence("$-1\r\n", StandardCharsets.US_ASCII);

  void writeTo(ByteBuf out);

  static RespReply simple(String text) {
    byte[] bytes = ("+" + text + "\r\n").getBytes(StandardCharsets.UTF_8);
    return out -> out.writeBytes(bytes);
  }

  /** A fault; clients take its first word for its code. Line ends in the text become spaces. */
  static RespReply error(String text) {
    String line = "-" + text.replace('\r', ' ').replace('\n', ' ') + "\r\n";
    return out -> out.writeCharSequence(line, StandardCharsets.UTF_8);
  }

  static RespReply number(long number) {
    return out -> {
      out.writeByte(':');
      ByteBufUtil.writeAscii(out, Long.toString(number));
      writeEnd(out);
    };
  }

  static RespReply bulk(byte[] bytes) {
    return out -> {
      out.writeByte('$');
      ByteBufUtil.writeAscii(out, Integer.toString(bytes.length));
      writeEnd(out);
      out.writeBytes(bytes);
      writeEnd(out);
    };
  }

  static RespReply bulk(String text) {
    return bulk(text.getBytes(StandardCharsets.UTF_8));
  }

  static RespReply list(List<RespReply> replies) {
    return out -> {
      out.writeByte('*');
      ByteBufUtil.writeAscii(out, Integer.toString(replies.size()));
      writeEnd(out);
      replies.forEach(reply -> reply.writeTo(out));
    };
  }

  private static void writeEnd(ByteBuf out) {
    out.writeByte('\r').writeByte('\n');
  }
}
