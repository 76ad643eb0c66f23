package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.store.file.internal.LockedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a Snowflake with a state file continues in a store. */
class AdoptStateFileTest {

  /** A state file of the first version, with the default layout. */
  private static final String WRITTEN =
      "4d494e544d41524b0e8f89188d5afd0a00032a4f350720003b49445b2940130b"
          + "000000000000000034c96acdcadb1bbb";

  private static final long NEXT = 0x00032a4f35072000L;

  private static final int SLOT_END = 31;

  @TempDir
  private Path directory;

  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("users.state");
    Files.write(file, HexFormat.of().parseHex(WRITTEN));
    Files.writeString(directory.resolve("mintmark.yaml"), """
        generators:
          users: {type: snowflake, workers: 7..7}
          others: {type: snowflake, layout: js-safe, workers: 7..7}
          any: {type: snowflake}
          rows: {type: sequence}
        """);
  }

  private Run adopt(String name) {
    return Run.of(
        "lines",
        "adopt",
        file.toString(),
        name,
        "--config",
        directory.resolve("mintmark.yaml").toString(),
        "--data",
        directory.resolve("data").toString());
  }

  @Test
  void adopt_stateFile_raisesTheLineOfItsWorkerAndSealsTheFile() throws IOException {
    Run first = adopt("users");

    assertThat(first.err()).isEmpty();
    assertThat(first.out()).startsWith("worker/users/7: raised from 0 to " + NEXT + ";");
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).startsWith("ADOPTED!");
    assertThat(adopt("users").out())
        .startsWith("worker/users/7: raised from " + NEXT + " to " + NEXT + ";");
  }

  @Test
  void adopt_lastWriteTorn_raisesToTheOtherSlot() throws IOException {
    byte[] bytes = HexFormat.of().parseHex(WRITTEN);
    bytes[SLOT_END] ^= 1;
    Files.write(file, bytes);

    assertThat(adopt("users").out()).startsWith("worker/users/7: raised from 0 to 0;");
  }

  @Test
  void adopt_otherSettings_areRefusedAndTheFileStays() throws IOException {
    assertThat(adopt("others").err()).contains("made with other settings");
    assertThat(adopt("any").err()).contains("only a Snowflake that is not opaque");
    assertThat(adopt("rows").err()).contains("only a Snowflake that is not opaque");
    assertThat(Files.readAllBytes(file)).isEqualTo(HexFormat.of().parseHex(WRITTEN));
  }

  @Test
  void adopt_damagedFile_isRefused() throws IOException {
    Files.write(file, new byte[48]);

    assertThat(adopt("users").err()).contains("not a state file, or is damaged");
    Files.write(file, new byte[] {1});
    assertThat(adopt("users").err()).contains("not a state file, or is damaged");
  }

  @Test
  void adopt_fileInUse_isRefused() throws IOException {
    try (LockedFile used = LockedFile.lock(
        file, "", ElapsedClock.system(), holder -> new IllegalStateException("in use"))) {
      assertThat(used.isInPlace()).isTrue();
      assertThat(adopt("users").err()).contains("the state file is in use");
    }
  }
}
