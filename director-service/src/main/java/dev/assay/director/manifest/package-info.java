/**
 * Manifests: the director's signed word on what stood on the topics, beside everything that
 * decides.
 */
@NullMarked
package dev.assay.director.manifest;

import org.jspecify.annotations.NullMarked;
