package io.mintmark.store.remote;

import io.mintmark.store.engine.Causes;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Explains why a server could not be reached, and suggests a remedy. Converts the JDK's exceptions
 * to text for people.
 */
public final class ConnectionFault {

  /** A kind of failure, and its text, in which {@code {}} is the message of the exception. */
  private record Kind(Class<? extends Throwable> type, String text) {}

  /** The kinds of failures, special ones before general ones. */
  private static final List<Kind> KINDS = List.of(
      new Kind(
          CertificateExpiredException.class,
          "the server's certificate has expired: {}; renew it there"),
      new Kind(
          CertificateNotYetValidException.class,
          "the server's certificate is not valid yet: {}; compare the clocks"),
      new Kind(
          CertPathBuilderException.class,
          "the server's certificate is signed by no authority that is trusted here; name the file"
              + " of its authority: --ca FILE, or ca=FILE in a URL"),
      new Kind(
          CertificateException.class,
          "the server's certificate is not this host's: {}; use a name that is in its certificate"),
      new Kind(
          SSLException.class,
          "TLS could not be set up: {}; does the server speak TLS (if not: http://, or no"
              + " tls=true), and is this its port for HTTP?"),
      new Kind(UnknownHostException.class, "no such host"),
      new Kind(UnresolvedAddressException.class, "no such host"),
      new Kind(ConnectException.class, "no server listens there"),
      new Kind(HttpTimeoutException.class, "no answer in time"),
      new Kind(SocketTimeoutException.class, "no answer in time"),
      new Kind(TimeoutException.class, "no answer in time"));

  private ConnectionFault() {}

  /**
   * Describes why a request got no reply.
   *
   * @param failure the exception of the JDK's client
   * @return one line, without secrets
   */
  public static String of(Throwable failure) {
    for (Kind kind : KINDS) {
      for (Throwable cause : Causes.of(failure)) {
        if (kind.type.isInstance(cause)) {
          String message = String.valueOf(Causes.last(cause).getMessage());
          return kind.text.replace("{}", message);
        }
      }
    }
    return protocol(failure).orElseGet(() -> plain(failure));
  }

  /** Recognises the messages of the JDK's two clients for a reply that is empty or is not HTTP. */
  private static Optional<String> protocol(Throwable failure) {
    String text = String.valueOf(failure.getMessage());
    boolean strange = failure instanceof ProtocolException
        || text.startsWith("Invalid Http response")
        || text.startsWith("Unexpected end of file")
        || text.contains("header parser received no bytes");
    return strange
        ? Optional.of("the answer is not HTTP: " + text
            + "; is it the port for HTTP, not that of the Redis protocol, and without TLS?")
        : Optional.empty();
  }

  private static String plain(Throwable failure) {
    Throwable told =
        failure.getMessage() == null && failure.getCause() != null ? failure.getCause() : failure;
    return told.getMessage() == null ? told.getClass().getSimpleName() : told.getMessage();
  }
}
