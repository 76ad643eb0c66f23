package io.mintmark.inspect;

/**
 * Some neighbouring bits of an id, to draw its picture.
 *
 * @param name what they are, in lower case: {@code time}, {@code worker}, {@code random}
 * @param width how many, 1 to 128
 * @param value their value as an unsigned decimal number
 */
public record BitField(String name, int width, String value) {}
