package io.mintmark.objectid;

/**
 * A half-open range of ObjectIds, for a filter such as {@code {_id: {$gte: from, $lt: to}}}.
 *
 * @param from the first id
 * @param to the end, exclusive
 */
public record ObjectIdRange(ObjectId from, ObjectId to) {}
