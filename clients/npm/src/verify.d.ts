/** How a check fails. */
export type VerificationCode =
  | 'SIGNATURE_INVALID'
  | 'KEY_NOT_IN_USE'
  | 'NOT_CANONICAL'
  | 'ID_MISMATCH'
  | 'CHECKPOINT_INVALID'
  | 'NOT_INCLUDED'
  | 'FORMAT_INVALID';

/** One thing that was checked; `code` is null when it holds. */
export interface Check {
  readonly name: 'signature' | 'key in use' | 'canonical' | 'id' | 'inclusion' | 'format';
  readonly holds: boolean;
  readonly code: VerificationCode | null;
  readonly detail: string;
}

/** All checks; `code` is that of the first that failed. */
export interface Outcome {
  readonly id: string;
  readonly verified: boolean;
  readonly code: VerificationCode | null;
  readonly checks: readonly Check[];
}

/** Verifies, offline, the texts of an attestation, its proof and the keys. */
export function verify(envelope: string, proof: string, keys: string, expectedId?: string | null): Promise<Outcome>;
