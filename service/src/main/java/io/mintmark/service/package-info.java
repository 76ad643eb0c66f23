/**
 * Generators by name, their health and the meaning of their ids, for servers and the command line.
 */
@NullMarked
package io.mintmark.service;

import org.jspecify.annotations.NullMarked;
