/**
 * Ed25519 keys of the store on Bouncy Castle's light-weight API, which signs and checks an order of
 * magnitude faster than the JDK's provider. Adapter layer: uses {@code core.sign}.
 */
@NullMarked
package dev.assay.store.key;

import org.jspecify.annotations.NullMarked;
