/** The configuration file, read as a whole: every fault says file, line and key. */
@NullMarked
package io.mintmark.server.config;

import org.jspecify.annotations.NullMarked;
