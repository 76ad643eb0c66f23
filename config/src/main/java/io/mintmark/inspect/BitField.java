package io.mintmark.inspect;

/**
 * Adjacent bits of an id, for a picture of it.
 *
 * @param name the field's name in lower case: {@code time}, {@code worker}, {@code random}
 * @param width the number of bits, 1 to 128
 * @param value their value as an unsigned decimal number
 */
public record BitField(String name, int width, String value) {}
