package io.mintmark.opaque;

/**
 * A key that counts backwards. It hides nothing, but a test sees at once that it was applied.
 */
public final class BackwardsKey extends OpaqueKey {

  /** Makes a key. */
  public BackwardsKey() {
    super(new byte[16]);
  }

  @Override
  public Permutation permutation(String line, long last) {
    return new Permutation() {
      @Override
      public long encrypt(long position) {
        return last - position;
      }

      @Override
      public long decrypt(long hidden) {
        return last - hidden;
      }
    };
  }

  @Override
  public String identity() {
    return "backwards";
  }
}
