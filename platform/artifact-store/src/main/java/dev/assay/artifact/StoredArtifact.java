package dev.assay.artifact;

/**
 * An artifact that the store holds.
 *
 * @param size bytes
 * @param mediaType the media type given by the first put of these bytes
 * @param created whether the put that returns this made the object; false from {@link
 *     ArtifactStore#find}
 */
public record StoredArtifact(String sha256, long size, String mediaType, boolean created) {}
