package io.mintmark.store.etcd;

import static io.mintmark.store.engine.Failures.misconfigured;

import com.google.common.util.concurrent.MoreExecutors;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * A client of etcd, and the resources that are closed with it.
 *
 * <p><b>Own threads.</b> jetcd's channels share gRPC's few threads with all other channels of the
 * process. An error, for example an OutOfMemoryError, ends such a thread for good, and no other
 * thread replaces it. A channel whose thread has ended cannot be closed. So gRPC never releases its
 * threads, and each later channel that gets the ended thread fails too. Therefore calls use a
 * channel of this class, whose thread no other client uses. Replacing the client then always helps.
 * jetcd's own channel gets no calls, and does not connect.
 *
 * <p><b>No other threads.</b> By default, jetcd and gRPC pass a call from its caller to a pool's
 * thread, and its reply from the network's thread to two others. Each step wakes a thread, which
 * takes longer than the work in it. So a caller starts its call itself, and the network's thread
 * completes the reply. Nothing that runs in that thread waits.
 *
 * @param client the client that takes calls
 * @param ending closes the client and its resources
 */
record EtcdClient(Client client, Runnable ending) {

  /**
   * The time of silence after which the connection is tested with a ping: the minimum that gRPC
   * accepts.
   */
  private static final Duration KEEPALIVE = Duration.ofSeconds(10);

  /** Wraps the caller's own client, which stays open. */
  static EtcdClient of(Client given) {
    return new EtcdClient(given, () -> {});
  }

  /**
   * Makes a client. It first connects to the member after the first member of the previous client.
   *
   * @param number how many clients were made before this one
   * @param timeout the limit for connecting, and for the reply to a ping
   * @param threads used only by this client's connections; they end with the client
   */
  static EtcdClient connect(EtcdUrl url, int number, Duration timeout, EventLoopGroup threads) {
    List<URI> endpoints = new ArrayList<>(url.endpoints());
    Collections.rotate(endpoints, -(number % endpoints.size()));
    ClientBuilder builder = Client.builder()
        .endpoints(endpoints)
        .executorService(MoreExecutors.newDirectExecutorService());
    url.user()
        .ifPresent(user ->
            builder.user(EtcdKeys.bytes(user.name())).password(EtcdKeys.bytes(user.password())));
    NettyChannelBuilder settings = NettyChannelBuilder.forTarget(builder.target())
        .directExecutor()
        .eventLoopGroup(threads)
        .channelType(NioSocketChannel.class)
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
        .keepAliveTime(KEEPALIVE.toMillis(), TimeUnit.MILLISECONDS)
        .keepAliveTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .negotiationType(NegotiationType.PLAINTEXT);
    if (url.tls()) {
      secure(settings, url, endpoints.get(0).getHost());
    }
    ManagedChannel channel = settings.build();
    Client client = builder.interceptor(new Over(channel)).build();
    return new EtcdClient(client, () -> end(client, channel, threads));
  }

  /**
   * Sets TLS up. Uses a host's name, because jetcd's own name for a cluster is in no certificate.
   */
  private static void secure(NettyChannelBuilder settings, EtcdUrl url, String host) {
    SslContextBuilder tls = GrpcSslContexts.forClient();
    try {
      url.ca().ifPresent(ca -> tls.trustManager(ca.toFile()));
      settings.overrideAuthority(host).negotiationType(NegotiationType.TLS).sslContext(tls.build());
    } catch (SSLException | IllegalArgumentException e) {
      throw misconfigured(
          "store " + url.masked(),
          "not a file of certificates in PEM: ca={}, reason={}",
          url.ca().orElseThrow(),
          e.getMessage());
    }
  }

  /**
   * Ends the threads even if closing fails: a channel whose thread has ended refuses to be closed.
   */
  private static void end(Client client, ManagedChannel channel, EventLoopGroup threads) {
    try {
      client.close();
      channel.shutdownNow();
    } finally {
      Future<?> unused = threads.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  void close() {
    ending.run();
  }

  /** Redirects calls to another channel. */
  private record Over(Channel channel) implements ClientInterceptor {

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel unused) {
      return channel.newCall(method, options);
    }
  }
}
