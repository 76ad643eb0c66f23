package io.mintmark.server.resp;

import io.mintmark.objectid.ObjectId;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.ShownToken;
import io.mintmark.server.net.ClientCertificate;
import io.mintmark.server.net.CoalescedWrites;
import io.mintmark.server.net.ConnectionContext;
import io.mintmark.server.net.Protocol;
import io.mintmark.server.net.SlowClientTimeout;
import io.mintmark.service.IdService;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.util.Optional;
import java.util.regex.Pattern;

/** RESP versions 2 and 3 with pipelining. */
public final class RespProtocol implements Protocol {

  /** The start of a command: an array, or a line of words that is not HTTP. */
  private static final Pattern COMMAND =
      Pattern.compile("\\*[0-9]{1,7}\r\n|[A-Za-z.]+(?! [^\n]* HTTP/)( [^\n]*)?\r?\n");

  private final IdService service;
  private final Access access;
  private final LargeNumbers largeNumbers;
  private final ConnectionContext terms;

  /** The start of the request ids of all commands on this port. No other server uses it. */
  private final String id = ObjectId.next().toString();

  /**
   * Makes the protocol for any number of connections.
   *
   * @param service makes ids
   * @param access authenticates callers
   * @param largeNumbers how numbers above 2^53 are returned in database 0
   * @param terms the settings of each connection
   */
  public RespProtocol(
      IdService service, Access access, LargeNumbers largeNumbers, ConnectionContext terms) {
    this.service = service;
    this.access = access;
    this.largeNumbers = largeNumbers;
    this.terms = terms;
  }

  @Override
  public Optional<String> answerWithoutTls(String first) {
    return COMMAND.matcher(first).lookingAt()
        ? Optional.of("-ERR this port speaks TLS\r\n")
        : Optional.empty();
  }

  @Override
  public void addTo(ChannelPipeline pipeline) {
    Channel channel = pipeline.channel();
    ShownToken shownToken =
        access.shownToken(channel.remoteAddress(), () -> ClientCertificate.subject(pipeline));
    RespSession session = new RespSession(channel, id, shownToken, largeNumbers);
    RespCommands commands = new RespCommands(service, session, terms.idempotency());
    SlowClientTimeout slowClients = terms.slowClients();
    pipeline
        .addLast(slowClients)
        .addLast(new RespDecoder(slowClients))
        .addLast(new CoalescedWrites<>(RespReply.class, (reply, to) -> {
          reply.writeTo(to, session.version());
          return Unpooled.EMPTY_BUFFER;
        }))
        .addLast(terms.inOrder(new RespExchange(commands), slowClients));
  }
}
