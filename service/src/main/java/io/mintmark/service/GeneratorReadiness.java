package io.mintmark.service;

import java.util.Optional;

/**
 * Whether a generator makes ids, and for how long without the store.
 *
 * @param name the generator's name
 * @param reason why the generator cannot make an id now; empty if it can
 * @param status the ids that the generator has claimed ahead, and how long they last
 */
public record GeneratorReadiness(String name, Optional<String> reason, GeneratorStatus status) {}
