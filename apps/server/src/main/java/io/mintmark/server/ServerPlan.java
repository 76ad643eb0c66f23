package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.server.resp.LargeNumbers;
import io.mintmark.store.ClaimStore;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;

/**
 * What a server is started with: every setting decided and checked.
 *
 * @param config which generators there are
 * @param storeUrl which store is opened, with its secrets
 * @param remembered tells which store it is, once it is open; refuses one that is not to be used
 * @param http where HTTP listens
 * @param resp where Redis's protocol listens
 * @param maxConnections how many may be open at a time
 * @param ioThreads how many threads read and answer
 * @param requestMemory how many bytes requests and answers may take at a time
 * @param idleAfter when a name that nobody asks for is forgotten
 * @param drainNotice how long a server that ends is not ready before it turns anybody away
 * @param drain how long what was read is answered when the server ends
 * @param largeNumbers how Redis's protocol answers numbers above 2^53 in database 0
 * @param guard what each caller may do; closed with the server
 */
record ServerPlan(
    Config config,
    String storeUrl,
    Function<ClaimStore, RememberedStore> remembered,
    InetSocketAddress http,
    InetSocketAddress resp,
    int maxConnections,
    int ioThreads,
    long requestMemory,
    Duration idleAfter,
    Duration drainNotice,
    Duration drain,
    LargeNumbers largeNumbers,
    AccessControl guard) {}
