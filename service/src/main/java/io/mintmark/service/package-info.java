/** Generators by name, their health and what their ids mean, whatever asks for them. */
@NullMarked
package io.mintmark.service;

import org.jspecify.annotations.NullMarked;
