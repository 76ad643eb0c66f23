package io.mintmark.service;

import java.util.Optional;

/**
 * Whether a generator makes ids, and for how long without the store.
 *
 * @param name the generator's
 * @param reason why it makes none until somebody does something about it; empty if it makes some
 * @param runway what it has claimed ahead; empty if it claims nothing ahead
 */
public record GeneratorReadiness(
    String name, Optional<String> reason, Optional<RemainingIds> runway) {}
