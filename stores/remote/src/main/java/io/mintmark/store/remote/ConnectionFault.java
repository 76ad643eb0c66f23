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

  private static final List<Class<? extends Exception>> TIMEOUTS =
      List.of(HttpTimeoutException.class, SocketTimeoutException.class, TimeoutException.class);

  private ConnectionFault() {}

  /**
   * Describes why a request got no reply.
   *
   * @param failure the exception of the JDK's client
   * @return one line, without secrets
   */
  public static String of(Throwable failure) {
    return certificate(failure)
        .or(() -> tls(failure))
        .or(() -> connection(failure))
        .or(() -> protocol(failure))
        .orElseGet(() -> plain(failure));
  }

  private static Optional<String> certificate(Throwable failure) {
    Optional<String> time = find(failure, CertificateExpiredException.class)
        .map(e -> "the server's certificate has expired: " + e.getMessage() + "; renew it there")
        .or(() -> find(failure, CertificateNotYetValidException.class)
            .map(e -> "the server's certificate is not valid yet: " + e.getMessage()
                + "; compare the clocks"));
    return time.or(() -> find(failure, CertPathBuilderException.class)
            .map(e -> "the server's certificate is signed by no authority that is trusted here;"
                + " name the file of its authority: --ca FILE, or ca=FILE in a URL"))
        .or(() -> find(failure, CertificateException.class)
            .map(e -> "the server's certificate is not this host's: "
                + Causes.last(e).getMessage() + "; use a name that is in its certificate"));
  }

  private static Optional<String> tls(Throwable failure) {
    return find(failure, SSLException.class)
        .map(e -> "TLS could not be set up: " + e.getMessage()
            + "; does the server speak TLS (if not: http://, or no tls=true), and is this its port"
            + " for HTTP?");
  }

  private static Optional<String> connection(Throwable failure) {
    if (find(failure, UnknownHostException.class).isPresent()
        || find(failure, UnresolvedAddressException.class).isPresent()) {
      return Optional.of("no such host");
    }
    return find(failure, ConnectException.class)
        .map(e -> "no server listens there"
            + Optional.ofNullable(e.getMessage()).map(text -> ": " + text).orElse(""))
        .or(() -> TIMEOUTS.stream()
            .filter(type -> find(failure, type).isPresent())
            .findFirst()
            .map(type -> "no answer in time"));
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

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    return Causes.of(failure).stream().filter(type::isInstance).map(type::cast).findFirst();
  }
}
