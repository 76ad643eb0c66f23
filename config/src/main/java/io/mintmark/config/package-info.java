/**
 * Settings of generators as texts under names, the same in the configuration file, on the server,
 * on the command line and in frameworks; checked as a whole. The configuration file is YAML, and a
 * fault in it says file, line and key.
 */
@NullMarked
package io.mintmark.config;

import org.jspecify.annotations.NullMarked;
