package io.mintmark.service;

import io.mintmark.generator.Description;
import java.util.Optional;

/**
 * A generator of this server.
 *
 * @param description the notes for people in the generator's settings, followed by the generator's
 *     own description
 * @param made how many ids the generator has made on this server since the server started
 * @param last the last of these ids, or any of several that were made at the same time; empty
 *     before the first id
 */
public record ServedGenerator(Description description, long made, Optional<String> last) {}
