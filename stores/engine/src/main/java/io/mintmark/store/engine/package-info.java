/**
 * The parts that every adapter shares, for authors of a store. An adapter implements {@link
 * StoreEngine} for its engine, and {@link EngineStore} does the rest: it checks arguments, sends
 * the claims of many threads in one round trip and one commit, and keeps deadlines.
 *
 * <pre>{@code
 * import io.mintmark.internal.store.Durability;
 * import io.mintmark.store.engine.EngineStore;
 * import io.mintmark.store.engine.OpenSettings;
 * import io.mintmark.store.engine.StoreEngine;
 *
 * final class MyStore extends EngineStore {
 *   MyStore(OpenSettings settings, StoreEngine myEngine, Durability durability) {
 *     super(settings, myEngine, durability);
 *   }
 * }
 * }</pre>
 *
 * <p>{@link EngineBuilder} contains the settings that all stores share, {@link ServerUrl} reads a
 * URL, and {@link ObservedLife} tracks an engine that can lose acknowledged writes.
 */
@NullMarked
package io.mintmark.store.engine;

import org.jspecify.annotations.NullMarked;
