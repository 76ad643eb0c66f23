package io.mintmark.inspect;

/**
 * A field of adjacent bits in an id, for a picture of the bits.
 *
 * @param name the field's name in lower case: {@code time}, {@code worker}, {@code random}
 * @param width the number of bits, 1 to 128
 * @param value their value as an unsigned decimal number
 */
public record BitField(String name, int width, String value) {}
