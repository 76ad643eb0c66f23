@NullMarked
package io.mintmark.storm;

import org.jspecify.annotations.NullMarked;
