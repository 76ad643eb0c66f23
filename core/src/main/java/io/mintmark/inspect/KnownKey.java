package io.mintmark.inspect;

import io.mintmark.key.KeyFormat;
import java.time.ZoneId;

/**
 * Keys to recognise.
 *
 * @param format what they look like
 * @param zone whose local time they print
 */
public record KnownKey(KeyFormat format, ZoneId zone) {}
