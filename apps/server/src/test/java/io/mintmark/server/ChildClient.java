package io.mintmark.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A client in its own process. */
public final class ChildClient {

  private ChildClient() {}

  /**
   * Draws numbers of a name in several threads, each with its own connection, and prints one number
   * per line.
   */
  public static void main(String[] args) throws InterruptedException, ExecutionException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    String name = args[1];
    int threads = Integer.parseInt(args[2]);
    int each = Integer.parseInt(args[3]);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<List<Long>>> draws = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        draws.add(() -> draw(address, name, each));
      }
      for (Future<List<Long>> drawn : executor.invokeAll(draws)) {
        drawn.get().forEach(System.out::println);
      }
    } finally {
      executor.shutdown();
    }
  }

  private static List<Long> draw(InetSocketAddress address, String name, int count)
      throws IOException {
    List<Long> drawn = new ArrayList<>();
    try (RespClient client = new RespClient(address)) {
      for (int i = 0; i < count; i++) {
        drawn.add(client.increment(name));
      }
    }
    return drawn;
  }
}
