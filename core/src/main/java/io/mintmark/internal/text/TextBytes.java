package io.mintmark.internal.text;

/**
 * A buffer for each thread, in which the thread builds short texts. Each String copies the bytes
 * into an array of its own. Without this buffer, each text would need a second array, which would
 * cost about as much as that copy.
 *
 * <p>While a method uses the buffer, it must not call another method that may use it.
 */
public final class TextBytes extends ThreadLocal<byte[]> {

  /** The number of bytes. */
  public static final int LENGTH = 128;

  private static final TextBytes OF_THREAD = new TextBytes();

  private TextBytes() {}

  @Override
  protected byte[] initialValue() {
    return new byte[LENGTH];
  }

  /**
   * Returns the current thread's buffer.
   *
   * @return an array of {@value #LENGTH} bytes with arbitrary content
   */
  public static byte[] ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Creates a String with the only constructor that just copies the bytes. The other constructors
   * first determine a charset, which takes time.
   *
   * @param ascii an array that begins with the text
   * @param length the length of the text
   * @return the text, which later changes of the array do not affect
   */
  @SuppressWarnings("deprecation") // Deprecated because it is wrong for other charsets.
  public static String text(byte[] ascii, int length) {
    return new String(ascii, 0, 0, length);
  }
}
