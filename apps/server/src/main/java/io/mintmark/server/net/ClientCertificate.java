package io.mintmark.server.net;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** The certificate that a client has shown in TLS. */
public final class ClientCertificate {

  private ClientCertificate() {}

  /**
   * Returns the certificate's subject. An authority that the server trusts has issued the
   * certificate, and it was valid when the connection began.
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
      return Optional.empty(); // A certificate is optional.
    }
  }
}
