/**
 * The configuration file in YAML, the same for the server, the command line and frameworks; read as
 * a whole: every fault says file, line and key.
 */
@NullMarked
package io.mintmark.config.file;

import org.jspecify.annotations.NullMarked;
