package io.mintmark.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the replies to random commands with the replies of the host's Redis server, byte by
 * byte, except for the known differences. All texts have one character for each byte.
 */
@Tag("long")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RespComparisonTest {

  private static final int COMMANDS = 2000;
  private static final int MAX_PIPELINE = 30;
  private static final int TIMEOUT_MS = 30_000;
  private static final Set<String> FIELDS_OF_HELLO =
      Set.of("server", "version", "proto", "id", "mode", "role", "modules");

  /** The seeds for every run. Add each seed that finds a difference. */
  private static final List<Long> KNOWN_SEEDS = List.of(7600L);

  /** How the replies to a command differ from those of Redis, and why they may. */
  private enum Difference {
    /** Not at all. */
    NONE,
    /** Both are errors. The pages promise an error, but not its text. */
    TEXT_OF_ERROR,
    /** Redis runs the command. Here it would repeat numbers, or is not among the commands. */
    REFUSED,
    /** The fields are the same. Some of their values describe the server. */
    VALUES_OF_FIELDS,
    /** Redis runs the line. Here it ends the connection, because a web page could send it. */
    REFUSED_LINE,
    /** Redis refuses the words after the first argument. Here they are ignored. */
    IGNORED_WORDS
  }

  /**
   * A command with the difference of its replies.
   *
   * @param pattern its words; a word with {@code @} is replaced as in {@link Pipeline#word}; if the
   *     first word begins with {@code ~}, it is sent as a line
   */
  private record Row(String pattern, Difference difference) {

    boolean isLine() {
      return pattern.startsWith("~");
    }

    /** Returns whether the server closes the connection afterwards. */
    boolean isLast() {
      return difference == Difference.REFUSED_LINE || pattern.startsWith("QUIT");
    }
  }

  private static final List<Row> ROWS = Stream.of(
          rows(Difference.NONE, """
              INCR @name|INCR @name|incr @name|InCr @name|INCRBY @name @count|INCRBY @name @count
              GET @name|GET @name|MGET @name|MGET @name @name @new @name|EXISTS @name @name @name
              TTL @name|PTTL @name|GET @new|GET @not-ascii|MGET @not-ascii @name|TTL @new|PTTL @new
              EXISTS @new @not-ascii @name|PING|ping|PING @bytes|ECHO @bytes|SELECT 0|RESET
              CLIENT SETNAME @visible|CLIENT SETNAME @empty|CLIENT GETNAME|CLUSTER INFO|~PING|~ping
              QUIT|INCRBY @name @no-number|INCRBY @new @no-number|INCR|INCR @name @bytes|INCRBY
              INCRBY @name|INCRBY @name 1 @bytes|GET|GET @name @name|MGET|EXISTS|TTL
              TTL @name @bytes|PTTL|PTTL @name @bytes|ECHO|ECHO @bytes @bytes
              SELECT|SELECT 0 @bytes|RESET @bytes|CLIENT|AUTH|CLUSTER"""),
          rows(Difference.TEXT_OF_ERROR, """
              @bytes|@bytes @bytes|FOO|FOO @bytes @bytes|GET2 @name|@not-ascii @name
              SELECT @no-number|SELECT -1|SELECT 99|CLIENT SETNAME|CLIENT SETNAME a @bytes
              CLIENT NOPE|CLIENT SETNAME @spaced|HELLO 1|HELLO 4|HELLO @no-number|HELLO 3 FOO
              HELLO 3 SETNAME|HELLO 3 SETNAME @spaced|AUTH @bytes|AUTH @bytes @bytes|DEL|SET @name
              EXPIRE @name|GETSET|DECR|INCRBYFLOAT @new x|CONFIG GET|CONFIG NOPE
              CLIENT NOPE a b"""),
          rows(Difference.REFUSED, """
              INCRBY @new 0|INCRBY @new -1|INCRBY @new 10001|INCRBY @new 9223372036854775807
              INCRBY @new -9223372036854775808|INCR @not-ascii|INCRBY @not-ascii 2|INCR @spaced
              INCR @empty|DECR @new|DECRBY @new 2|SET @new 5|SETNX @new 5|GETSET @new 5|DEL @new
              UNLINK @new @new|EXPIRE @new 9|PEXPIRE @new 9|INCRBYFLOAT @new 1.5|MSET @new 5
              SETEX @new 9 5|SCAN 0|STRLEN @new|TYPE @new|APPEND @new x|LPUSH @new x"""),
          rows(Difference.IGNORED_WORDS, "PING @bytes @bytes"),
          rows(Difference.VALUES_OF_FIELDS, "HELLO|HELLO 2|HELLO 3|HELLO 3 SETNAME @visible"),
          rows(Difference.REFUSED_LINE, "~PING x|~INCR @new|~GET @name|~ECHO @visible|~\"PING\""))
      .flatMap(rows -> rows)
      .toList();

  @TempDir
  private static Path directory;

  @RegisterExtension
  private static final MemoryServer SERVER = MemoryServer.with("""
      auto-create:
        "*": {}
      """);

  private static EngineProcess redis;

  private static Stream<Row> rows(Difference difference, String patterns) {
    return Stream.of(patterns.split("[|\n]")).map(pattern -> new Row(pattern, difference));
  }

  @BeforeAll
  static void start() {
    Optional<Path> program = EngineProcess.find("redis-server");
    assumeTrue(program.isPresent(), "needs redis-server on the host");
    int port = EngineProcess.freePort();
    String number = Integer.toString(port);
    redis = EngineProcess.start(
        directory,
        port,
        List.of(program.get().toString(), "--port", number, "--bind", "127.0.0.1", "--save", ""));
  }

  @AfterAll
  static void stop() {
    if (redis != null) {
      redis.close();
    }
  }

  static Stream<Long> seeds() {
    return Stream.concat(KNOWN_SEEDS.stream(), Stream.of(System.nanoTime()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void commands_random_areAnsweredAsByRedis(long seed) throws IOException {
    InetSocketAddress other = new InetSocketAddress(InetAddress.getLoopbackAddress(), redis.port());
    Random random = new Random(seed);
    for (int sent = 0; sent < COMMANDS; ) {
      Pipeline pipeline = new Pipeline(random, seed + "-" + sent);
      List<String> here = pipeline.replies(SERVER.get().resp());
      List<String> there = pipeline.replies(other);
      for (int i = 0; i < pipeline.rows.size(); i++) {
        String what = "seed=" + seed + ", command=" + (sent + i) + ", " + pipeline.rows.get(i)
            + ", bytes=" + pipeline.commands.get(i);
        assertSame(what, pipeline.rows.get(i).difference, here.get(i), there.get(i));
      }
      sent += pipeline.rows.size();
    }
  }

  private static void assertSame(String what, Difference difference, String here, String there) {
    switch (difference) {
      case NONE -> assertThat(here).as(what).isEqualTo(there);
      case TEXT_OF_ERROR -> {
        assertThat(here).as(what).matches("-[A-Z]+ [^\r\n]+\r\n");
        assertThat(there).as(what).startsWith("-");
      }
      case REFUSED -> {
        assertThat(here).as(what).matches("-ERR [^\r\n]+\r\n");
        assertThat(there).as(what).doesNotStartWith("-").isNotEmpty();
      }
      case VALUES_OF_FIELDS -> assertThat(fields(here)).as(what).isEqualTo(fields(there));
      case IGNORED_WORDS -> {
        assertThat(here).as(what).startsWith("$");
        assertThat(there).as(what).startsWith("-ERR wrong number of arguments");
      }
      case REFUSED_LINE -> {
        assertThat(here).as(what).matches("-ERR Protocol error: [^\r\n]+\r\n");
        assertThat(there).as(what).doesNotStartWith("-").isNotEmpty();
      }
    }
  }

  /** The form of a reply to HELLO, the names of its fields, and the version of the protocol. */
  private static String fields(String reply) {
    return reply
        .replaceAll("id\r\n:\\d+", "id")
        .lines()
        .filter(line ->
            FIELDS_OF_HELLO.contains(line) || line.matches("\\*14|%7|:[23]|standalone|master"))
        .collect(Collectors.joining(" "));
  }

  /** Random commands for a new connection. */
  private static final class Pipeline {

    private final Random random;
    private final String prefix;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private int made;

    Pipeline(Random random, String prefix) {
      this.random = random;
      this.prefix = prefix;
      int size = 1 + random.nextInt(MAX_PIPELINE);
      if (random.nextBoolean()) {
        add(new Row("HELLO 3", Difference.VALUES_OF_FIELDS));
      }
      while (rows.size() < size && (rows.isEmpty() || !rows.get(rows.size() - 1).isLast())) {
        add(ROWS.get(random.nextInt(ROWS.size())));
      }
    }

    private void add(Row row) {
      List<String> words = Stream.of(row.pattern.split(" ")).map(this::word).toList();
      rows.add(row);
      commands.add(row.isLine() ? String.join(" ", words).substring(1) + "\r\n" : command(words));
    }

    private static String command(List<String> words) {
      return "*" + words.size() + "\r\n"
          + words.stream()
              .map(word -> "$" + word.length() + "\r\n" + word + "\r\n")
              .collect(Collectors.joining());
    }

    /** Returns the text for a word of a pattern. */
    private String word(String word) {
      return switch (word) {
        case "@name" -> "counter-" + prefix + "-" + random.nextInt(4);
        case "@new" -> fresh("new-");
        case "@not-ascii" -> one("ключ", "訂單", "é", "🎉", "٣") + fresh("-");
        case "@spaced" -> one("a b", "a\nb", "a\r\nb", " ", "\t");
        case "@visible" -> one("till-7", "a", "!~", "x".repeat(128), "{a}:b/c*");
        case "@empty" -> "";
        case "@count" -> one("1", "2", "10", "9999", "10000");
        case "@no-number" ->
          one("", "abc", "+1", "01", " 1", "1 ", "1.0", "1e3", "0x10", "-", "--1", "٣", "３")
              .concat(one("", "", "x"));
        case "@bytes" ->
          one("", "a b", "\r\n", "*1\r\n$4\r\nPING\r\n", "ключ", "x".repeat(2000)) + bytes();
        default -> word;
      };
    }

    private String fresh(String start) {
      made++;
      return start + prefix + "-" + made;
    }

    private String bytes() {
      byte[] bytes = new byte[random.nextInt(8)];
      random.nextBytes(bytes);
      return new String(bytes, ISO_8859_1);
    }

    private String one(String... texts) {
      return new String(texts[random.nextInt(texts.length)].getBytes(UTF_8), ISO_8859_1);
    }

    /** Sends all commands at a time, and returns a reply to each. */
    List<String> replies(InetSocketAddress server) throws IOException {
      try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
        socket.setSoTimeout(TIMEOUT_MS);
        socket.getOutputStream().write(String.join("", commands).getBytes(ISO_8859_1));
        InputStream in = new BufferedInputStream(socket.getInputStream());
        List<String> replies = new ArrayList<>();
        while (replies.size() < rows.size()) {
          replies.add(reply(in));
        }
        return replies;
      }
    }
  }

  /** Reads the bytes of one reply; none if the server has closed the connection. */
  private static String reply(InputStream in) throws IOException {
    StringBuilder reply = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n') {
      reply.append((char) next);
      next = in.read();
    }
    if (next < 0) {
      return reply.toString();
    }
    String line = reply.append('\n').toString();
    char type = line.charAt(0);
    if ("$*%".indexOf(type) >= 0) {
      int length = Integer.parseInt(line.substring(1).strip());
      if (type == '$' && length >= 0) {
        reply.append(new String(in.readNBytes(length + 2), ISO_8859_1));
      }
      for (int i = 0; type != '$' && i < (type == '%' ? 2 * length : length); i++) {
        reply.append(reply(in));
      }
    }
    return reply.toString();
  }
}
