/** The settings that several kinds of id have in common. */
@NullMarked
package io.mintmark.settings;

import org.jspecify.annotations.NullMarked;
