package io.mintmark.config;

/**
 * Names that become sequences when they are first asked for.
 *
 * @param names which names
 * @param configured what such a name becomes: a sequence's settings
 */
public record AutoCreate(NamePattern names, Configured configured) {}
