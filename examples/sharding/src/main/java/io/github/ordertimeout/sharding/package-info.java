/** A shop whose orders ShardingSphere-JDBC shards, and an engine that closes them below it, shard by shard. */
@NullMarked
package io.github.ordertimeout.sharding;

import org.jspecify.annotations.NullMarked;
