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
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of servers whose name has several. The JDK's client only ever connects to the first
 * one, and asks for the name anew after half a minute. So where that address takes no connection,
 * the others are asked by their numbers, and the one that answers is kept until it fails. TLS still
 * checks and names the server by its name. Thread-safe.
 */
final class HostAddresses {

  /** More addresses of one name are not tried. */
  private static final int MAX_ADDRESSES = 16;

  /** Finds the addresses of a name, in the order in which the JDK's client would take them. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] all(String name) throws UnknownHostException;
  }

  private final Resolver resolver;

  /** By a server as the URL has it, the same server by the number that is asked in its place. */
  private final Map<String, String> chosen = new ConcurrentHashMap<>();

  /** By a number, the name that a certificate has to be for. */
  private final Map<String, String> names = new ConcurrentHashMap<>();

  HostAddresses(Resolver resolver) {
    this.resolver = resolver;
  }

  /** What to ask first for a server. */
  String of(String server) {
    return chosen.getOrDefault(server, server);
  }

  /** Has an address asked first from now on; the server itself stands for its first one. */
  void choose(String server, String address) {
    if (address.equals(server)) {
      chosen.remove(server);
    } else {
      chosen.put(server, address);
    }
  }

  /** Finds what else a server may be asked by. May take as long as the system's resolver does. */
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
      // Then there are no others.
    }
    others.remove(failed);
    return others;
  }

  private static String inUrl(String number) {
    return number.indexOf(':') < 0 ? number : "[" + number.replace("%", "%25") + "]";
  }

  /** Makes TLS that expects a server's name where its number is asked. */
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
    protected SSLParameters engineGetDefaultSSLParameters() {
      return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return context.getSupportedSSLParameters();
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
