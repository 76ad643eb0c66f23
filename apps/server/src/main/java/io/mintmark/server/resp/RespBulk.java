package io.mintmark.server.resp;

import io.netty.buffer.ByteBuf;

/** A reply of any bytes. */
final class RespBulk implements RespReply {

  private final byte[] text;

  RespBulk(byte[] text) {
    this.text = text;
  }

  /** Returns how many bytes a reply has at most, given the length of its text. */
  static long bytes(int length) {
    return (long) AROUND_BYTES + length;
  }

  @Override
  public void writeTo(ByteBuf out, int version) {
    RespReply.writeLength(out, '$', text.length);
    out.writeBytes(text);
    RespReply.writeEnd(out);
  }

  @Override
  public long bytes() {
    return bytes(text.length);
  }
}
