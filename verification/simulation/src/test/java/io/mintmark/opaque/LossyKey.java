package io.mintmark.opaque;

/** Encrypts two different positions as the same number. */
public final class LossyKey extends OpaqueKey {

  private final OpaqueKey right;

  public LossyKey(OpaqueKey right) {
    super(new byte[16]);
    this.right = right;
  }

  @Override
  public Permutation permutation(String line, long last) {
    Permutation exact = right.permutation(line, last);
    return new Permutation() {
      @Override
      public long encrypt(long position) {
        return exact.encrypt(position & ~1);
      }

      @Override
      public long decrypt(long hidden) {
        return exact.decrypt(hidden);
      }
    };
  }

  @Override
  public String identity() {
    return right.identity();
  }
}
