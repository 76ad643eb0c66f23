package io.mintmark.service;

import io.mintmark.generator.Description;
import java.util.Optional;

/**
 * A generator as this server has it.
 *
 * @param description what it says of itself, after what is written beside it for people
 * @param made how many ids it has made here since the server started
 * @param last the last of them, of those that were drawn at one time any; empty before the first
 */
public record ServedGenerator(Description description, long made, Optional<String> last) {}
