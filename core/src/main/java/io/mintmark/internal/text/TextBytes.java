package io.mintmark.internal.text;

/**
 * A buffer in which a thread builds a short text. All texts of a thread share it. A String copies
 * its bytes into an array of its own. Creating a second array for each text would cost about as
 * much as that copy.
 *
 * <p>A method may use the buffer only as long as it calls no other method that might write a text.
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
   * @return {@value #LENGTH} bytes, with any content
   */
  public static byte[] ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Makes a text, with the only constructor that just copies the bytes. The others first determine
   * their charset.
   *
   * @param ascii begins with the text
   * @param length how long the text is
   * @return the text, which does not change with the bytes
   */
  @SuppressWarnings("deprecation") // Deprecated because it is wrong for other charsets.
  public static String text(byte[] ascii, int length) {
    return new String(ascii, 0, 0, length);
  }
}
