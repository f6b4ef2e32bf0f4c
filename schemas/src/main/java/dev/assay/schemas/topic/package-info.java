/** The topics, their keys, codecs and settings. */
@NullMarked
package dev.assay.schemas.topic;

import org.jspecify.annotations.NullMarked;
