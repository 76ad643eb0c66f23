package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** Sends streams of bytes to a port. */
final class Wire {

  private static final String NEW_REQUEST_ID = "(x-request-id: )[0-9a-f]{24}";
  private static final int TIMEOUT_MS = 30_000;

  private Wire() {}

  /**
   * Returns the replies of a new connection to a stream, after which the client closes its
   * direction. All numbers are replaced by 0 and generated request ids by ID, because they differ
   * between two replies to the same stream. The announcement that a reply is the last is left out:
   * it depends on whether the client has closed its direction by then.
   *
   * @param cuts the ends of the pieces into which the stream is split; the last is its end
   */
  static String answers(InetSocketAddress port, byte[] stream, int... cuts) {
    return replies(port, stream, cuts)
        .replace("connection: close\r\n", "")
        .replaceAll(NEW_REQUEST_ID, "$1ID")
        .replaceAll("\\d+", "0");
  }

  /** Returns the replies of a new connection to a stream, without changes. */
  static String replies(InetSocketAddress port, byte[] stream, int... cuts) {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    try (Socket socket = new Socket(port.getAddress(), port.getPort())) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.setTcpNoDelay(true);
      send(socket, stream, cuts);
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        answers.write(next);
        byte[] more = in.readNBytes(in.available());
        answers.writeBytes(more);
      }
    } catch (SocketException e) {
      // The server has ended the connection before it has read the whole stream.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answers.toString(ISO_8859_1);
  }

  private static void send(Socket socket, byte[] stream, int... cuts) throws IOException {
    try {
      int from = 0;
      for (int to : cuts) {
        socket.getOutputStream().write(stream, from, to - from);
        from = to;
      }
      socket.shutdownOutput();
    } catch (SocketException e) {
      // The server has ended the connection before. Its replies can still be read.
    }
  }
}
