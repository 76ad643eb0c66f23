package io.mintmark.store.remote;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of servers whose names have several addresses. The JDK's client connects only to
 * the first address of a name, and looks the name up again after half a minute. So when that
 * address accepts no connection, this class makes the client try the other addresses, in numeric
 * form. The address that replies is used until it fails. TLS still checks and sends the server's
 * name. Thread-safe.
 */
final class HostAddresses {

  /** The maximum number of addresses of a name that are tried. */
  private static final int MAX_ADDRESSES = 16;

  /** Looks up the addresses of a name, in the order in which the JDK's client uses them. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] all(String name) throws UnknownHostException;
  }

  private final Resolver resolver;

  /** The numeric address in use of each server, by the server's address in the URL. */
  private final Map<String, String> chosen = new ConcurrentHashMap<>();

  /** The name that a server's certificate must have, by the server's numeric address. */
  private final Map<String, String> names = new ConcurrentHashMap<>();

  HostAddresses(Resolver resolver) {
    this.resolver = resolver;
  }

  /** Returns the address to try first for a server. */
  String of(String server) {
    return chosen.getOrDefault(server, server);
  }

  /**
   * Sets the address to try first. If it is the server's name as in the URL, the client tries the
   * first address of that name.
   */
  void choose(String server, String address) {
    if (address.equals(server)) {
      chosen.remove(server);
    } else {
      chosen.put(server, address);
    }
  }

  /** Looks up the server's other addresses. May take as long as the system's resolver does. */
  List<String> others(String server, String failed) {
    URI parts = URI.create(server);
    List<String> others = new ArrayList<>();
    if (!failed.equals(server)) {
      others.add(server);
    }
    try {
      Arrays.stream(resolver.all(parts.getHost()))
          .limit(MAX_ADDRESSES)
          .skip(1)
          .map(InetAddress::getHostAddress)
          .forEach(number -> {
            names.put(number, parts.getHost());
            others.add(parts.getScheme() + "://" + inUrl(number) + ":" + parts.getPort());
          });
    } catch (UnknownHostException e) {
      // An unknown name has no other addresses.
    }
    others.remove(failed);
    return others;
  }

  private static String inUrl(String number) {
    return number.indexOf(':') < 0 ? number : "[" + number.replace("%", "%25") + "]";
  }

  /** Makes a TLS context that expects the server's name when its numeric address is used. */
  SSLContext named(SSLContext context) {
    return new SSLContext(new Named(context), context.getProvider(), context.getProtocol()) {};
  }

  private final class Named extends SSLContextSpi {

    private final SSLContext context;

    Named(SSLContext context) {
      this.context = context;
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return context.createSSLEngine(names.getOrDefault(host, host), port);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return context.createSSLEngine();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return context.getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return context.getClientSessionContext();
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] keys,
        TrustManager @Nullable [] trust,
        @Nullable SecureRandom random)
        throws KeyManagementException {
      context.init(keys, trust, random);
    }
  }
}
