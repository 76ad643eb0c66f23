@NullMarked
package io.mintmark.example.orders;

import org.jspecify.annotations.NullMarked;
