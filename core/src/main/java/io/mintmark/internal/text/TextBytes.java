package io.mintmark.internal.text;

/**
 * Memory in which a thread puts a short text together. It is the same for all its texts: an array
 * that is made for one text alone, beside the String's own, costs as much again as the copy.
 *
 * <p>What is here is of use within one method alone, which calls nobody who might write a text.
 */
public final class TextBytes extends ThreadLocal<byte[]> {

  /** How many bytes there are. */
  public static final int LENGTH = 128;

  private static final TextBytes OF_THREAD = new TextBytes();

  private TextBytes() {}

  @Override
  protected byte[] initialValue() {
    return new byte[LENGTH];
  }

  /**
   * Returns the present thread's memory.
   *
   * @return {@value #LENGTH} bytes, with anything in them
   */
  public static byte[] ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Makes a text, by the one constructor that copies the bytes and does nothing else: the others
   * first look which charset they were given.
   *
   * @param ascii begins with the text
   * @param length how long the text is
   * @return the text, which does not change with the bytes
   */
  @SuppressWarnings("deprecation") // It is for bytes of other charsets that it is wrong.
  public static String text(byte[] ascii, int length) {
    return new String(ascii, 0, 0, length);
  }
}
