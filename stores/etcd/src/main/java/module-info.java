/** A store that keeps its lines in etcd. */
@SuppressWarnings("requires-transitive-automatic") // the driver lacks a module descriptor
module io.mintmark.store.etcd {
  requires transitive io.mintmark.store.engine;
  requires static org.jspecify;
  requires transitive jetcd.core;
  requires com.google.common;
  requires jetcd.common;
  requires io.grpc;
  requires io.grpc.netty;
  requires io.netty.handler;
  requires io.netty.transport;

  exports io.mintmark.store.etcd;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.etcd.EtcdStoreProvider;
}
