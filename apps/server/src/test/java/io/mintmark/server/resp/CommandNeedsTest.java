package io.mintmark.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.GuardedServer;
import io.mintmark.server.RespClient;
import io.mintmark.server.TokensFixture;
import io.mintmark.server.access.Permission;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests every command with every kind of token. */
class CommandNeedsTest {

  /** Commands that change the caller. Other tests check them. */
  private static final Set<String> ABOUT_THE_TOKEN = Set.of("auth", "hello", "reset", "quit");

  private static final Map<Permission, Set<String>> ADMITTED = Map.of(
      Permission.ANY_TOKEN, Set.of("next", "read", "claim", "admin", "other"),
      Permission.NEXT, Set.of("next", "admin"),
      Permission.READ_GENERATOR, Set.of("read", "claim", "admin"),
      Permission.READ, Set.of("read", "claim", "admin", "other"));

  @TempDir
  private Path directory;

  private GuardedServer guarded;

  @BeforeEach
  void start() {
    guarded = new GuardedServer(directory);
  }

  @AfterEach
  void stop() {
    guarded.close();
  }

  @Test
  void commands_withoutPermissionOrForIds_areComplete() {
    assertThat(RespCommand.OFFERED.stream().filter(row -> row.permission() == Permission.NONE))
        .extracting(row -> row.name())
        .containsExactlyInAnyOrderElementsOf(ABOUT_THE_TOKEN);
    assertThat(RespCommand.OFFERED.stream().filter(row -> row.permission() == Permission.NEXT))
        .extracting(row -> row.name())
        .containsExactly("incr", "incrby", "mint.next");
  }

  @Test
  void everyCommand_withEveryKindOfToken_admitsOnlyTheScope() throws IOException {
    for (String token : List.of("next", "read", "claim", "admin", "other")) {
      try (RespClient client = client(token)) {
        for (RespCommand row : RespCommand.OFFERED) {
          if (!ABOUT_THE_TOKEN.contains(row.name())) {
            boolean admitted = !reply(client, row).startsWith("-NOPERM");

            assertThat(admitted)
                .as("%s with the token %s", row.name(), token)
                .isEqualTo(ADMITTED.getOrDefault(row.permission(), Set.of()).contains(token));
          }
        }
      }
    }
  }

  @Test
  void everyCommand_withoutAToken_isUnauthenticated() throws IOException {
    try (RespClient client = new RespClient(guarded.server().resp())) {
      for (RespCommand row : RespCommand.OFFERED) {
        if (!ABOUT_THE_TOKEN.contains(row.name())) {
          assertThat(reply(client, row)).as(row.name()).startsWith("-NOAUTH ");
        }
      }
      assertThat(client.call("DEL", "x").toString()).startsWith("-NOAUTH ");
      assertThat(client.call("NONE").toString()).startsWith("-NOAUTH ");
      assertThat(client.call("HELLO", "3").toString()).startsWith("-NOAUTH ");
    }
  }

  @Test
  @Tag("long")
  void everyCommand_afterTheTokenIsRevoked_isUnauthenticatedOnAnOpenConnection() throws Exception {
    try (RespClient client = client("admin")) {
      assertThat(client.call("PING")).isEqualTo("+PONG");

      guarded.revoke("admin", () -> client.call("PING").toString().startsWith("-NOAUTH"));

      for (RespCommand row : RespCommand.OFFERED) {
        if (!ABOUT_THE_TOKEN.contains(row.name())) {
          assertThat(reply(client, row)).as(row.name()).startsWith("-NOAUTH ");
        }
      }
    }
  }

  @Test
  void auth_wrongTokenOrName_isWrongPassAndEndsTheLogin() throws IOException {
    try (RespClient client = client("next")) {
      assertThat(client.call("AUTH", "read", TokensFixture.text("next")).toString())
          .startsWith("-WRONGPASS");
      assertThat(client.call("PING").toString()).startsWith("-NOAUTH");
      assertThat(client.call("AUTH", "next", TokensFixture.text("next"))).isEqualTo("+OK");
      assertThat(client.call("AUTH", "wrong").toString()).startsWith("-WRONGPASS");
      assertThat(client.call("PING").toString()).startsWith("-NOAUTH");
    }
  }

  @Test
  void hello_withAToken_greetsAndAuthenticates() throws IOException {
    try (RespClient client = new RespClient(guarded.server().resp())) {
      assertThat(client.call("HELLO", "2", "AUTH", "default", "wrong").toString())
          .startsWith("-WRONGPASS");
      assertThat(client
              .call("HELLO", "2", "AUTH", "default", TokensFixture.text("next"))
              .toString())
          .contains("mintmark");
      assertThat(client.call("INCR", "x")).isEqualTo(1L);
      assertThat(client.call("RESET")).isEqualTo("+RESET");
      assertThat(client.call("INCR", "x").toString()).startsWith("-NOAUTH");
    }
  }

  @Test
  void pipeline_withTheTokenFirst_isAnswered() throws IOException {
    try (RespClient client = new RespClient(guarded.server().resp())) {
      client.send(RespClient.command("AUTH", TokensFixture.text("next")));
      client.send(RespClient.command("INCR", "x"));

      assertThat(client.read()).isEqualTo("+OK");
      assertThat(client.read()).isEqualTo(1L);
    }
  }

  @Test
  void rate_moreIdsThanTheBurst_areRefusedCleanly() throws IOException {
    try (RespClient client = client("slow")) {
      assertThat(client.call("INCRBY", "x", "6").toString())
          .startsWith("-NOPERM the request is larger than the token's burst");
      assertThat(client.call("INCRBY", "x", "5")).isEqualTo(5L);
      assertThat(client.call("INCRBY", "x", "5").toString())
          .startsWith("-RATELIMITED the token has used up its rate");
      assertThat(client.call("MINT.NEXT", "x", "COUNT", "5").toString()).startsWith("-RATELIMITED");
    }
  }

  private RespClient client(String token) throws IOException {
    RespClient client = new RespClient(guarded.server().resp());
    assertThat(client.call("AUTH", TokensFixture.text(token))).isEqualTo("+OK");
    return client;
  }

  /** Calls a command with the number of arguments that it requires. */
  private static String reply(RespClient client, RespCommand row) throws IOException {
    String[] words = new String[Math.abs(row.arity())];
    Arrays.fill(words, "x");
    words[0] = row.name().toUpperCase(Locale.ROOT);
    return client.call(words).toString();
  }
}
