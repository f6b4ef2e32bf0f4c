package dev.assay.verifier.specimen;

import java.util.Random;

/**
 * Makes specimens of one kind. Each is another one: names, numbers and layout come from {@code
 * random}, so that trials are independent and no verifier can learn them by heart.
 */
public interface SpecimenFamily {

  /** The verifier that judges them. */
  String verifierType();

  /** A specimen of known truth. */
  Specimen specimen(boolean bad, Random random);
}
