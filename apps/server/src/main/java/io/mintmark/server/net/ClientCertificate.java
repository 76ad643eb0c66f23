package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** The certificate by which a client has said in TLS who it is. */
public final class ClientCertificate {

  private ClientCertificate() {}

  /**
   * Whose it is. One of the authorities that the server trusts has issued it, and it was valid when
   * the connection began.
   *
   * @param pipeline of a connection
   * @return the subject; empty without TLS, or if the client has shown no certificate
   */
  public static Optional<X500Principal> subject(ChannelPipeline pipeline) {
    @Nullable SslHandler tls = pipeline.get(SslHandler.class);
    if (tls == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(tls.engine().getSession().getPeerPrincipal())
          .filter(X500Principal.class::isInstance)
          .map(X500Principal.class::cast);
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty(); // It need not show one.
    }
  }
}
