package io.mintmark.server.resp;

import io.vertx.core.buffer.Buffer;

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
  public void writeTo(Buffer out, int version) {
    RespReply.writeLength(out, '$', text.length);
    out.appendBytes(text);
    RespReply.writeEnd(out);
  }
}
