package io.mintmark.mybatisplus;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the field of an entity that says where its row lies: a key with shards is made for its
 * value, for example the id of the user whose order it is. An entity has at most one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface RouteId {}
