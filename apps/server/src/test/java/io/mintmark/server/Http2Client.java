package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * A simple client that sends and reads HTTP/2 frames (RFC 9113). So the tests share no code with
 * the server, and can send invalid frames.
 */
final class Http2Client implements AutoCloseable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  static final int REFUSED_STREAM = 7;
  static final int ENHANCE_YOUR_CALM = 11;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int ACK = 1;
  private static final int TIMEOUT_MS = 60_000;

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  /** A frame from the server. */
  record Frame(int type, int flags, int stream, ByteBuffer payload) {

    boolean endsStream() {
      return (flags & END_STREAM) != 0;
    }

    /** Returns the reason of a RST_STREAM, or the last stream of a GOAWAY. */
    int firstNumber() {
      return payload.getInt(0);
    }

    /** Returns the reason of a GOAWAY. */
    int secondNumber() {
      return payload.getInt(Integer.BYTES);
    }
  }

  Http2Client(InetSocketAddress address) throws IOException {
    this(address, greeting());
  }

  /** Opens a connection that begins with the given bytes. */
  Http2Client(InetSocketAddress address, byte[] beginning) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(TIMEOUT_MS);
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write(beginning);
  }

  /** Returns the bytes with which a client begins. */
  static byte[] greeting() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(PREFACE.getBytes(US_ASCII));
    bytes.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
    return bytes.toByteArray();
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** Returns a header block without compression (RFC 7541, section 6.2.2). */
  static byte[] headers(String method, String path, String... more) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    String[] first = {":method", method, ":scheme", "http", ":path", path, ":authority", "localhost"
    };
    for (String[] fields : new String[][] {first, more}) {
      for (int i = 0; i < fields.length; i += 2) {
        block.writeBytes(field(fields[i], fields[i + 1]));
      }
    }
    return block.toByteArray();
  }

  /** Returns a field of a header block. */
  static byte[] field(String name, String value) {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    field.write(0);
    writeText(field, name);
    writeText(field, value);
    return field.toByteArray();
  }

  private static void writeText(ByteArrayOutputStream block, String text) {
    if (text.length() < 127) {
      block.write(text.length());
    } else {
      block.write(127);
      int rest = text.length() - 127;
      for (; rest >= 128; rest >>= 7) {
        block.write((rest & 127) | 128);
      }
      block.write(rest);
    }
    block.writeBytes(text.getBytes(US_ASCII));
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** Sends a request without a body. */
  void ask(int stream, String method, String path) throws IOException {
    send(frame(HEADERS, END_HEADERS | END_STREAM, stream, headers(method, path)));
  }

  /** Lets the server send the given number of further bytes on a stream and on the connection. */
  void letSend(int stream, int bytes) throws IOException {
    byte[] payload = ByteBuffer.allocate(4).putInt(bytes).array();
    send(frame(WINDOW_UPDATE, 0, stream, payload));
    send(frame(WINDOW_UPDATE, 0, 0, payload));
  }

  /** Returns the next frame. Acknowledges and skips settings. */
  Frame read() throws IOException {
    while (true) {
      Frame frame = next();
      if (frame.type() != SETTINGS) {
        return frame;
      }
      if (frame.flags() != ACK) {
        send(frame(SETTINGS, ACK, 0, new byte[0]));
      }
    }
  }

  /** Returns the next frame of any type. */
  Frame next() throws IOException {
    int lengthAndType = in.readInt();
    return new Frame(
        lengthAndType & 0xff,
        in.read(),
        in.readInt(),
        ByteBuffer.wrap(in.readNBytes(lengthAndType >>> 8)));
  }

  /** Returns the next frame of a type, and skips the frames before it. */
  Frame read(int type) throws IOException {
    Frame frame = read();
    while (frame.type() != type) {
      frame = read();
    }
    return frame;
  }

  /** Returns whether the server has closed the connection without a reset. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  /** Reads until the server closes the connection, which it does in time. */
  void readToEnd(int withinMs) throws IOException {
    socket.setSoTimeout(withinMs);
    while (in.read() >= 0) {
      // Skips what it sends before.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
