@NullMarked
package io.mintmark.mybatisplus;

import org.jspecify.annotations.NullMarked;
