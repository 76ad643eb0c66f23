package io.mintmark.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** One connection that pipelines requests until it is closed. */
final class PipeliningClient extends Thread {

  private static final int DEPTH = 16;
  private static final int TIMEOUT_MS = 60_000;

  private final InetSocketAddress address;
  private final byte[] batch;
  private final CountDownLatch enough;
  private final Queue<Long> answered = new ConcurrentLinkedQueue<>();
  private volatile boolean wasCut;
  private volatile boolean wasToldTheLast;

  private PipeliningClient(InetSocketAddress address, String request, CountDownLatch enough) {
    this.address = address;
    this.batch = request.repeat(DEPTH).getBytes(StandardCharsets.US_ASCII);
    this.enough = enough;
  }

  /** Draws over HTTP, and counts {@code enough} down with each answer. */
  static PipeliningClient http(InetSocketAddress address, String name, CountDownLatch enough) {
    String request = "POST /v1/generators/" + name + "/next HTTP/1.1\r\n"
        + "Host: localhost\r\nAccept: text/plain\r\n\r\n";
    return new PipeliningClient(address, request, enough);
  }

  /** Draws over Redis's protocol, and counts {@code enough} down with each answer. */
  static PipeliningClient resp(InetSocketAddress address, String name, CountDownLatch enough) {
    String request = new String(RespClient.command("INCR", name), StandardCharsets.US_ASCII);
    return new PipeliningClient(address, request, enough);
  }

  /** Returns the numbers of complete replies. */
  Queue<Long> answered() {
    return answered;
  }

  /** Returns whether the connection ended within a reply or was reset. */
  boolean wasCut() {
    return wasCut;
  }

  /** Returns whether an HTTP reply announced the end of the connection. */
  boolean wasToldTheLast() {
    return wasToldTheLast;
  }

  @Override
  public void run() {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(TIMEOUT_MS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (int owed = 0; ; owed--) {
        if (owed == 0) {
          send(socket);
          owed = DEPTH;
        }
        String line = line(in);
        if (line.isEmpty()) {
          return;
        }
        answered.add(Long.parseLong(line.startsWith(":") ? line.substring(1) : body(in, line)));
        enough.countDown();
      }
    } catch (IOException e) {
      wasCut = true;
    }
  }

  /** Sends a batch of requests. If the server is gone, its earlier replies can still be read. */
  private void send(Socket socket) {
    try {
      socket.getOutputStream().write(batch);
    } catch (IOException e) {
      return; // The next read detects how the connection ended.
    }
  }

  /**
   * Reads a line without its end. Returns an empty text for an empty line, and at the end of the
   * connection.
   */
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 && line.isEmpty()) {
        return "";
      }
      if (next < 0) {
        throw new EOFException("within a line: " + line);
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private String body(InputStream in, String status) throws IOException {
    if (!status.equals("HTTP/1.1 200 OK")) {
      throw new IOException("refused: " + status);
    }
    int length = -1;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length: ")) {
        length = Integer.parseInt(header.substring("content-length: ".length()));
      }
      wasToldTheLast |= header.equals("connection: close");
    }
    byte[] body = in.readNBytes(Math.max(length, 0));
    if (body.length < length || length < 0) {
      throw new EOFException("within a body");
    }
    return new String(body, StandardCharsets.US_ASCII).strip();
  }
}
