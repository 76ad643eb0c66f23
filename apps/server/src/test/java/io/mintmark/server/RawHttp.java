package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One HTTP/1.1 connection for raw bytes. */
final class RawHttp implements AutoCloseable {

  private static final int TIMEOUT_MS = 30_000;
  private static final Pattern ANSWER =
      Pattern.compile("HTTP/1.1 (\\d{3}) .*\r\ncontent-length: (\\d+)\r\n.*", Pattern.DOTALL);

  private final Socket socket;
  private final InputStream in;

  RawHttp(Server server) throws IOException {
    this(server.http());
  }

  RawHttp(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(TIMEOUT_MS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends a request, reads its whole reply, and returns the status. */
  int status(String request) throws IOException {
    send(request);
    Matcher answer = next();
    String unused = body(answer);
    return Integer.parseInt(answer.group(1));
  }

  /** Sends a request, checks the status of its reply, and returns the body. */
  String answer(int status, String request) throws IOException {
    send(request);
    return answer(status);
  }

  /** Reads a reply with status 200, and returns its body. */
  String answer() throws IOException {
    return answer(200);
  }

  private String answer(int status) throws IOException {
    Matcher answer = next();
    String body = body(answer);
    assertThat(answer.group(1)).as(body).isEqualTo(Integer.toString(status));
    return body;
  }

  private Matcher next() throws IOException {
    Matcher answer = ANSWER.matcher(header());
    assertThat(answer.matches()).isTrue();
    return answer;
  }

  private String body(Matcher answer) throws IOException {
    int length = Integer.parseInt(answer.group(2));
    byte[] body = in.readNBytes(length);
    assertThat(body).hasSize(length);
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Reads up to the end of a header. */
  String header() throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertThat(next).as(text.toString()).isNotNegative();
      text.append((char) next);
    }
    return text.toString();
  }

  String body(int length) throws IOException {
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
