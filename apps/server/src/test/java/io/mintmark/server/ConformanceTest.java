package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.Http2Client.Frame;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the cases of HTTP/1.1, HTTP/2 and HPACK in the files of the folder {@code conformance}. The
 * files describe their notation. A case that is marked as a known exception must fail.
 *
 * <p>After the bytes of a case, in the same write, the client sends a valid request. So the end of
 * a case is known without waiting: the server either answers this request or closes the connection.
 */
class ConformanceTest {

  private static final String NEXT_REQUEST = TamperedStreamsTest.request(
      "GET /health/live", "X-Request-Id: next-request\r\nConnection: close", "");
  private static final int NEXT_STREAM = 1001;

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3}) ");
  private static final Pattern REPEATED = Pattern.compile("\\\\\\{(\\d+)\\*(.*?)}");
  private static final Pattern PAYLOAD =
      Pattern.compile("\"(?<text>.*?)\"|\\{(?<method>[A-Z]+) (?<path>/[^}]*)}"
          + "|\\{(?<name>[^=]*)=(?<value>[^}]*)}|(?<hex>[0-9a-f]+)| ");

  private static final List<String> FRAMES = List.of(
      "DATA",
      "HEADERS",
      "PRIORITY",
      "RST_STREAM",
      "SETTINGS",
      "PUSH_PROMISE",
      "PING",
      "GOAWAY",
      "WINDOW_UPDATE",
      "CONTINUATION");

  /** The error codes of RFC 9113, section 7. */
  private static final List<String> ERRORS = List.of(
      "NO_ERROR",
      "PROTOCOL_ERROR",
      "INTERNAL_ERROR",
      "FLOW_CONTROL_ERROR",
      "SETTINGS_TIMEOUT",
      "STREAM_CLOSED",
      "FRAME_SIZE_ERROR",
      "REFUSED_STREAM",
      "CANCEL",
      "COMPRESSION_ERROR",
      "CONNECT_ERROR",
      "ENHANCE_YOUR_CALM",
      "INADEQUATE_SECURITY",
      "HTTP_1_1_REQUIRED");

  @RegisterExtension
  static final MemoryServer SERVER = MemoryServer.standard();

  /** A case of a file: the lines to send and the expected outcome. */
  record Case(String name, List<String> sent, String expected, boolean knownException) {

    static Case of(String text) {
      List<String> lines = text.lines().filter(line -> !line.startsWith("#")).toList();
      return new Case(
          lines.get(0),
          after("> ", lines),
          String.join("", after("< ", lines)),
          !after("! ", lines).isEmpty());
    }

    private static List<String> after(String start, List<String> lines) {
      return lines.stream()
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length()))
          .map(line -> REPEATED
              .matcher(line)
              .replaceAll(found -> Matcher.quoteReplacement(
                  found.group(2).repeat(Integer.parseInt(found.group(1))))))
          .toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> http1() throws IOException {
    return cases("http-framings.txt");
  }

  static Stream<Case> http2() throws IOException {
    return cases("http2.txt");
  }

  private static Stream<Case> cases(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ConformanceTest.class.getResourceAsStream("conformance/" + file))) {
      return Stream.of(new String(in.readAllBytes(), US_ASCII).split("\n{2,}"))
          .filter(text -> text.contains("\n> "))
          .map(Case::of);
    }
  }

  @ParameterizedTest
  @MethodSource("http1")
  void http1_caseOfTheFile_isAnsweredOrRefusedAsExpected(Case framing) {
    String sent = String.join("", framing.sent()).translateEscapes() + NEXT_REQUEST;
    byte[] bytes = sent.getBytes(ISO_8859_1);
    String outcome = outcome(Wire.replies(SERVER.get().http(), bytes, bytes.length));
    check(framing, List.of(framing.expected().split(" \\| ")).contains(outcome), outcome);
  }

  /** Returns the statuses of the replies before the next request, and whether that is answered. */
  private static String outcome(String replies) {
    int next = replies.indexOf("x-request-id: next-request\r\n");
    String before =
        next < 0 ? replies : replies.substring(0, replies.lastIndexOf("HTTP/1.1", next));
    return Stream.concat(
            STATUS.matcher(before).results().map(status -> status.group(1)),
            Stream.of(next < 0 ? "closed" : "open"))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @MethodSource("http2")
  void http2_caseOfTheFile_hasTheExpectedEvent(Case frames) throws IOException {
    Set<String> seen = outcome(bytes(frames.sent()));
    String[] expected = frames.expected().split(", no ", 2);
    boolean met = Stream.of(expected[0].split(" \\| ")).anyMatch(any -> isSeen(any, seen))
        && Stream.of(expected).skip(1).noneMatch(none -> isSeen(none, seen));
    check(frames, met, seen.toString());
  }

  private static boolean isSeen(String start, Set<String> seen) {
    return seen.stream().anyMatch(event -> event.startsWith(start));
  }

  private static byte[] bytes(List<String> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!lines.get(0).startsWith("\"")) {
      bytes.writeBytes(Http2Client.greeting());
    }
    for (String line : lines) {
      if (line.startsWith("\"")) {
        bytes.writeBytes(payload(line));
      } else {
        writeFrames(bytes, line.split(" ", 4));
      }
    }
    byte[] next = Http2Client.headers("GET", "/health/live");
    int flags = Http2Client.END_HEADERS | Http2Client.END_STREAM;
    bytes.writeBytes(Http2Client.frame(Http2Client.HEADERS, flags, NEXT_STREAM, next));
    return bytes.toByteArray();
  }

  private static void writeFrames(ByteArrayOutputStream bytes, String... words) {
    int type =
        FRAMES.contains(words[0]) ? FRAMES.indexOf(words[0]) : HexFormat.fromHexDigits(words[0]);
    String[] streams = words[1].split("\\.\\.", 2);
    byte[] payload = payload(words.length > 3 ? words[3] : "");
    long last = Long.decode(streams[streams.length - 1]);
    for (long stream = Long.decode(streams[0]); stream <= last; stream += 2) {
      bytes.writeBytes(
          Http2Client.frame(type, HexFormat.fromHexDigits(words[2]), (int) stream, payload));
    }
  }

  private static byte[] payload(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher part = PAYLOAD.matcher(text);
    int end = 0;
    while (end < text.length()) {
      assertThat(part.find(end) && part.start() == end).as(text).isTrue();
      end = part.end();
      if (part.group("text") != null) {
        bytes.writeBytes(part.group("text").translateEscapes().getBytes(ISO_8859_1));
      } else if (part.group("method") != null) {
        bytes.writeBytes(Http2Client.headers(part.group("method"), part.group("path")));
      } else if (part.group("name") != null) {
        bytes.writeBytes(
            Http2Client.field(part.group("name"), part.group("value").translateEscapes()));
      } else if (part.group("hex") != null) {
        bytes.writeBytes(HexFormat.of().parseHex(part.group("hex")));
      }
    }
    return bytes.toByteArray();
  }

  /** Returns what the server sends before its reply on the next stream. */
  private static Set<String> outcome(byte[] stream) throws IOException {
    Set<String> seen = new TreeSet<>();
    try (Http2Client client = new Http2Client(SERVER.get().http(), stream)) {
      Frame frame = client.next();
      while (frame.stream() != NEXT_STREAM) {
        seen.add(event(frame));
        frame = client.next();
      }
    } catch (EOFException | SocketException e) {
      if (!isSeen("GOAWAY", seen)) {
        seen.add("closed");
      }
    }
    return seen;
  }

  private static String event(Frame frame) {
    String name = frame.type() < FRAMES.size() ? FRAMES.get(frame.type()) : "UNKNOWN";
    return switch (frame.type()) {
      case Http2Client.RST_STREAM -> name + " " + ERRORS.get(frame.firstNumber());
      case Http2Client.GOAWAY -> name + " " + ERRORS.get(frame.secondNumber());
      case Http2Client.SETTINGS, Http2Client.PING -> frame.flags() == 1 ? name + " ack" : name;
      default -> name + " " + frame.stream();
    };
  }

  private static void check(Case tested, boolean met, String outcome) {
    assertThat(met)
        .as("%s: expected=%s, outcome=%s", tested.name(), tested.expected(), outcome)
        .isEqualTo(!tested.knownException());
  }
}
