package io.mintmark.store.remote;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A listener in the place of a Mintmark server. It describes its store, and answers every other
 * request with bytes that the test sets.
 */
final class ScriptedServer implements AutoCloseable {

  static final String STORE = "{\"url\":\"file:/x\",\"identity\":\"4611686018427387905\","
      + "\"canLoseAcknowledgedWrites\":false,\"durability\":[]}";

  /** Like {@link #STORE}, for a store that can lose acknowledged writes. */
  static final String RISKY = STORE
      .replace("false", "true")
      .replace("[]", "[{\"name\":\"sync\",\"value\":\"off\",\"risk\":\"the last second\"}]");

  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

  private final ServerSocket socket;
  private final Thread acceptor;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile String identity = answer(200, STORE);
  private volatile String script = "";

  ScriptedServer() {
    this("127.0.0.1", 0);
  }

  /** Listens at a loopback address, on a port that is free there. */
  ScriptedServer(String address, int port) {
    try {
      socket = new ServerSocket(port, 50, InetAddress.getByName(address));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  String url() {
    return "mintmark://127.0.0.1:" + port();
  }

  /** Returns the head and the body of a valid response. */
  static String answer(int status, String body) {
    return "HTTP/1.1 " + status + " X\r\ncontent-type: application/json\r\ncontent-length: "
        + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
  }

  /**
   * Sets the response to the next requests. A {@code ~} at its end keeps the connection open
   * without further bytes.
   */
  ScriptedServer says(String bytes) {
    script = bytes;
    return this;
  }

  /** Sets the response to requests for the store's description. */
  ScriptedServer saysOfItsStore(String bytes) {
    identity = bytes;
    return this;
  }

  /** Returns the first lines of the requests, and their bodies. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** Returns the number of connections. */
  int connections() {
    return open.size();
  }

  /** Waits until the client has closed a connection. */
  void awaitClosedConnection() {
    while (open.stream().noneMatch(Socket::isClosed)) {
      LockSupport.parkNanos(1_000_000);
      if (Thread.interrupted()) {
        throw new AssertionError("all connections stay open");
      }
    }
  }

  /** Waits until the given number of requests has arrived. */
  void awaitRequests(int count) {
    synchronized (requests) {
      while (requests.size() < count) {
        try {
          requests.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new AssertionError("interrupted", e);
        }
      }
    }
  }

  /**
   * Waits for the accepting thread to end, because until then it may accept one more connection.
   */
  @Override
  public void close() {
    try {
      socket.close();
      acceptor.join();
      for (Socket each : open) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        open.add(client);
        Thread unused = start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        Matcher length = LENGTH.matcher(head);
        int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
        String body = new String(in.readNBytes(bytes), UTF_8);
        String first = head.substring(0, head.indexOf('\r'));
        synchronized (requests) {
          requests.add(body.isEmpty() ? first : first + " " + body);
          requests.notifyAll();
        }
        String answer = first.startsWith("GET /v1/store ") ? identity : script;
        boolean silent = answer.endsWith("~");
        String text = silent ? answer.substring(0, answer.length() - 1) : answer;
        client.getOutputStream().write(text.getBytes(UTF_8));
        client.getOutputStream().flush();
        if (!silent && !text.startsWith("HTTP/1.1 ")) {
          return;
        }
        if (!silent && text.contains("\r\nconnection: close")) {
          return;
        }
      }
    } catch (IOException e) {
      // The client has closed the connection. It may do so.
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int matched = 0;
    while (matched < 4) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.write(next);
      matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
    }
    return head.toString(ISO_8859_1);
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "scripted-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
