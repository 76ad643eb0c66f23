@NullMarked
package io.mintmark.faults.day;

import org.jspecify.annotations.NullMarked;
