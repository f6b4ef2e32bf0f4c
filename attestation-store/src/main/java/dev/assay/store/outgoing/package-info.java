/** Tells others of decisions: webhooks and messages of a chat, each at its own pace. */
@NullMarked
package dev.assay.store.outgoing;

import org.jspecify.annotations.NullMarked;
