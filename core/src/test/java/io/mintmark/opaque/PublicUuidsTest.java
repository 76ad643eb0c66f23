package io.mintmark.opaque;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.InvalidIdException;
import io.mintmark.testkit.Race;
import io.mintmark.uuid.Uuids;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bouncycastle.crypto.fpe.FPEFF1Engine;
import org.bouncycastle.crypto.params.FPEParameters;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * UUIDs of version 7 that are shown as version 4. Each is shown as a different UUID, and can be
 * read back.
 */
final class PublicUuidsTest {

  private static final OpaqueKey KEY = key("00112233445566778899aabbccddeeff");
  private static final PublicUuids USERS = PublicUuids.of(KEY, "users");

  /** The indexes of version and variant in the 128 bits, counted from the first bit. */
  private static final Set<Integer> FIXED = Set.of(48, 49, 50, 51, 64, 65);

  private static OpaqueKey key(String hex) {
    return OpaqueKey.of(HexFormat.of().parseHex(hex));
  }

  @Test
  void hide_randomUuids_matchesBouncyCastle() {
    Random random = new Random(20_261_124);
    for (int i = 0; i < 500; i++) {
      byte[] key = new byte[16 + 8 * random.nextInt(3)];
      random.nextBytes(key);
      String name = "a".repeat(1 + random.nextInt(40));
      PublicUuids uuids = PublicUuids.of(OpaqueKey.of(key), name);
      UUID ordered = random(random);

      UUID shown = uuids.hide(ordered);
      assertThat(shown)
          .as("uuid=%s key=%s name=%s", ordered, HexFormat.of().formatHex(key), name)
          .isEqualTo(peer(true, key, name, ordered));
      assertThat(uuids.reveal(shown)).isEqualTo(ordered);

      // Any UUID of version 4 can be the result of hiding a UUID.
      UUID any =
          new UUID((random.nextLong() & ~0xf000L) | 0x4000, random.nextLong() >>> 2 | 1L << 63);
      assertThat(uuids.reveal(any)).isEqualTo(peer(false, key, name, any));
      assertThat(uuids.hide(uuids.reveal(any))).isEqualTo(any);
    }
  }

  /** Published UUIDs must stay readable, so these values must never change. */
  @Test
  void hide_fixedExamples_neverChange() {
    UUID least = UUID.fromString("00000000-0000-7000-8000-000000000000");
    UUID greatest = UUID.fromString("ffffffff-ffff-7fff-bfff-ffffffffffff");
    UUID some = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");

    assertThat(List.of(USERS.hide(least), USERS.hide(greatest), USERS.hide(some)))
        .extracting(UUID::toString)
        .containsExactly(
            "3dbe826f-2f04-4f22-b5c6-99b05d0bfd66",
            "04d172e4-6b61-4be6-af58-91a8077447e6",
            "41587d0b-4f17-4dfe-993c-cc544930c881");
    assertThat(PublicUuids.of(KEY, "orders").hide(some))
        .hasToString("8ddfbfae-69f0-493b-9d41-b22689b61cef");
  }

  @Test
  void hide_always_givesVersion4OfTheRfc() {
    Random random = new Random(4);
    for (int i = 0; i < 10_000; i++) {
      UUID ordered = random(random);
      UUID shown = USERS.hide(ordered);
      assertThat(shown.version()).isEqualTo(4);
      assertThat(shown.variant()).isEqualTo(2);
      UUID revealed = USERS.reveal(shown);
      assertThat(revealed).isEqualTo(ordered);
    }
  }

  /**
   * Two UUIDs that differ in one bit, at any index, are shown as UUIDs that differ in about half of
   * the bits.
   */
  @Test
  void hide_ofUuidsThatDifferInOneBit_changesAboutHalfOfThe122() {
    Random random = new Random(61);
    int pairs = 300;
    int all = 0;
    for (int bit = 0; bit < 128; bit++) {
      if (FIXED.contains(bit)) {
        continue;
      }
      int changed = 0;
      for (int i = 0; i < pairs; i++) {
        UUID one = random(random);
        changed += different(USERS.hide(one), USERS.hide(flipped(one, bit)));
      }
      all += changed;
      // Five standard deviations of 122 fair coins for each pair.
      assertThat((double) changed / pairs)
          .as("bit %d", bit)
          .isBetween(61 - 5 * deviation(pairs), 61 + 5 * deviation(pairs));
    }
    assertThat((double) all / (122 * pairs))
        .isBetween(61 - 5 * deviation(122 * pairs), 61 + 5 * deviation(122 * pairs));
  }

  /**
   * The first tests that an observer would try, on rising UUIDs. Do shown UUIDs rise too? Is a bit
   * set more often than not? Does it change from one UUID to the next? Does any UUID occur twice?
   * The bounds are five standard deviations of fair coins. The count of rises varies less.
   */
  @Test
  void hide_uuidsInOrder_appearRandom() {
    int draws = 100_000;
    int rises = 0;
    int[] ones = new int[128];
    int[] changes = new int[128];
    Set<UUID> seen = new HashSet<>();
    UUID before = null;
    for (int i = 0; i < draws; i++) {
      // Twenty UUIDs in each millisecond, equal in all other bits: the smallest possible
      // differences.
      UUID shown = USERS.hide(v7(1_764_000_000_000L + i / 20, i % 20, 0));
      seen.add(shown);
      for (int bit = 0; bit < 128; bit++) {
        ones[bit] += bit(shown, bit);
        changes[bit] += before == null ? 0 : bit(shown, bit) ^ bit(before, bit);
      }
      rises += before != null && Uuids.UNSIGNED.compare(shown, before) > 0 ? 1 : 0;
      before = shown;
    }
    assertThat(seen).hasSize(draws);
    int half = draws / 2;
    int bound = (int) (5 * Math.sqrt(draws) / 2);
    assertThat(rises).isBetween(half - bound, half + bound);
    IntStream.range(0, 128).filter(bit -> !FIXED.contains(bit)).forEach(bit -> {
      assertThat(ones[bit]).as("bit %d", bit).isBetween(half - bound, half + bound);
      assertThat(changes[bit]).as("bit %d", bit).isBetween(half - bound, half + bound);
    });
  }

  @Test
  void hide_otherNameOrKey_differs() {
    UUID id = Uuids.v7();
    PublicUuids other = PublicUuids.of(key("ffeeddccbbaa99887766554433221100"), "users");

    assertThat(PublicUuids.of(KEY, "users").hide(id)).isEqualTo(USERS.hide(id));
    assertThat(PublicUuids.of(KEY, "orders").hide(id)).isNotEqualTo(USERS.hide(id));
    assertThat(other.hide(id)).isNotEqualTo(USERS.hide(id));
    assertThat(other.reveal(USERS.hide(id)))
        .isNotEqualTo(id)
        .satisfies(some -> assertThat(some.version()).isEqualTo(7));
  }

  @Test
  void hide_manyThreads_isTheSame() {
    List<UUID> ids =
        new Random(8).longs(5_000).mapToObj(n -> random(new Random(n))).toList();
    List<Integer> hashes = Race.run(8, thread -> {
      UUID[] shown = new UUID[ids.size()];
      for (int i = 0; i < shown.length; i++) {
        shown[i] = USERS.hide(ids.get(i));
        assertThat(USERS.reveal(shown[i])).isEqualTo(ids.get(i));
      }
      return Arrays.hashCode(shown);
    });
    assertThat(Set.copyOf(hashes)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "c232ab00-9414-11ec-b3c8-9f6bdeced846",
        "919108f7-52d1-4320-9bac-f847db4148a8",
        "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
        "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-18c4-dc0c0c07398f"
      })
  void hide_ofAnotherVersionOrVariant_isRefused(String text) {
    UUID uuid = UUID.fromString(text);
    assertThatThrownBy(() -> USERS.hide(uuid))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the UUID is not of version 7: version=" + uuid.version() + ", variant="
            + uuid.variant() + ", uuid=" + text + "; it cannot be hidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "919108f7-52d1-5320-9bac-f847db4148a8",
        "919108f7-52d1-4320-dbac-f847db4148a8",
        "919108f7-52d1-4320-1bac-f847db4148a8"
      })
  void reveal_ofAnotherVersionOrVariant_isRefused(String text) {
    UUID uuid = UUID.fromString(text);
    assertThatThrownBy(() -> USERS.reveal(uuid))
        .isInstanceOf(InvalidIdException.class)
        .hasMessage("the UUID is not of version 4: version=" + uuid.version() + ", variant="
            + uuid.variant() + ", uuid=" + text + "; hide never returned it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "größe", "a b", "users//old", ".."})
  void of_invalidName_throws(String name) {
    assertThatThrownBy(() -> PublicUuids.of(KEY, name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Bouncy Castle takes a text as one byte for each digit. Here the digits are the 122 bits in
   * their order.
   */
  private static UUID peer(boolean hide, byte[] key, String name, UUID uuid) {
    byte[] text = new byte[122];
    int[] places = IntStream.range(0, 128).filter(bit -> !FIXED.contains(bit)).toArray();
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) bit(uuid, places[i]);
    }
    FPEFF1Engine engine = new FPEFF1Engine();
    engine.init(hide, new FPEParameters(new KeyParameter(key), 2, name.getBytes(UTF_8)));
    engine.processBlock(text, 0, text.length, text, 0);
    UUID made = new UUID(hide ? 0x4000 : 0x7000, 1L << 63);
    for (int i = 0; i < text.length; i++) {
      made = text[i] == 1 ? flipped(made, places[i]) : made;
    }
    return made;
  }

  private static UUID random(Random random) {
    return v7(random.nextLong() >>> 16, random.nextInt(1 << 12), random.nextLong() >>> 2);
  }

  private static int bit(UUID uuid, int bit) {
    long half = bit < 64 ? uuid.getMostSignificantBits() : uuid.getLeastSignificantBits();
    return (int) (half >>> (63 - bit % 64) & 1);
  }

  private static UUID flipped(UUID uuid, int bit) {
    long flip = 1L << (63 - bit % 64);
    return new UUID(
        uuid.getMostSignificantBits() ^ (bit < 64 ? flip : 0),
        uuid.getLeastSignificantBits() ^ (bit < 64 ? 0 : flip));
  }

  private static int different(UUID one, UUID other) {
    return Long.bitCount(one.getMostSignificantBits() ^ other.getMostSignificantBits())
        + Long.bitCount(one.getLeastSignificantBits() ^ other.getLeastSignificantBits());
  }

  /**
   * Returns the standard deviation of the mean number of heads in 122 coin tosses, over this many
   * repetitions.
   */
  private static double deviation(int throwsOfAll) {
    return Math.sqrt(122 / 4.0 / throwsOfAll);
  }

  private static UUID v7(long ms, int a, long b) {
    return new UUID(ms << 16 | 7 << 12 | a, 1L << 63 | b);
  }
}
