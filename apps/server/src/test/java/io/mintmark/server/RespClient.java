package io.mintmark.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A simple Redis client, so that the tests share no code with the server. */
public final class RespClient implements AutoCloseable {

  private static final int TIMEOUT_MS = 30_000;

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final InputStream in;

  public RespClient(InetSocketAddress address) throws IOException {
    socket.connect(address, TIMEOUT_MS);
    socket.setSoTimeout(TIMEOUT_MS);
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream());
  }

  public static byte[] command(String... words) {
    StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
    for (String word : words) {
      int length = word.getBytes(StandardCharsets.UTF_8).length;
      text.append('$').append(length).append("\r\n").append(word).append("\r\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] repeated(int times, String... words) {
    return new String(command(words), StandardCharsets.ISO_8859_1)
        .repeat(times)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Sends one command and reads its reply. */
  public Object call(String... words) throws IOException {
    send(command(words));
    return read();
  }

  public long increment(String name) throws IOException {
    return (Long) call("INCR", name);
  }

  /**
   * Reads a Long, List, Map or String. A reply of one line keeps its type character, and nil
   * becomes "nil".
   */
  public Object read() throws IOException {
    String line = line();
    return switch (line.charAt(0)) {
      case ':' -> Long.valueOf(line.substring(1));
      case '$' -> bulk(Integer.parseInt(line.substring(1)));
      case '*' -> list(Integer.parseInt(line.substring(1)));
      case '%' -> map(Integer.parseInt(line.substring(1)));
      case '_' -> "nil";
      default -> line;
    };
  }

  private String bulk(int length) throws IOException {
    if (length < 0) {
      return "nil";
    }
    String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    line();
    return text;
  }

  private List<Object> list(int length) throws IOException {
    List<Object> replies = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      replies.add(read());
    }
    return replies;
  }

  private Map<Object, Object> map(int length) throws IOException {
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < length; i++) {
      entries.put(read(), read());
    }
    return entries;
  }

  /** Reads the rest of a line, without its end. */
  public String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("closed by the server, after: " + line);
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** Returns whether the server has closed this connection. Waits for more bytes or for the end. */
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
