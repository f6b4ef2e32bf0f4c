/** The attestation store as a service: sink and reads over one store. */
@NullMarked
package dev.assay.store.service;

import org.jspecify.annotations.NullMarked;
