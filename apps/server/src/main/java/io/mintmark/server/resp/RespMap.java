package io.mintmark.server.resp;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Names with their values. In version 2 of the protocol, they are one list. */
record RespMap(Map<String, RespReply> entries) implements RespReply {

  private static final int FIRST_WITH_MAPS = 3;

  @Override
  public void writeTo(Buffer out, int version) {
    boolean hasMaps = version >= FIRST_WITH_MAPS;
    RespReply.writeLength(out, hasMaps ? '%' : '*', (hasMaps ? 1 : 2) * entries.size());
    inOrder().writeTo(out, version);
  }

  private RespReply inOrder() {
    List<RespReply> all = new ArrayList<>();
    entries.forEach((name, reply) -> {
      all.add(RespReply.bulk(name));
      all.add(reply);
    });
    return RespReply.sequence(all);
  }
}
