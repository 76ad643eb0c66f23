package io.mintmark.config;

/**
 * Names that become sequences on first use.
 *
 * @param names the pattern of the names
 * @param configured the settings of each such sequence
 */
public record AutoCreate(NamePattern names, Configured configured) {}
