package dev.assay.quick.ingest;

import dev.assay.quick.json.Scalar;
import java.util.SortedMap;

/**
 * One distinct tool call.
 *
 * @param index position among the distinct actions of the run
 * @param params where the parameter bag can be read as the log holds it
 * @param flat scalars of the bag by path, in UTF-16 order of the paths
 * @param digest stable text of {@code flat}
 */
public record Action(
    int index, String toolName, ParamBag params, SortedMap<String, Scalar> flat, String digest) {}
