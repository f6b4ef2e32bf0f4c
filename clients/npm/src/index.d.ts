import type { Outcome } from './verify.js';

export { verify } from './verify.js';
export type { Check, Outcome, VerificationCode } from './verify.js';

/** An artifact's place in an event. */
export interface ArtifactRef {
  role: string;
  sha256: string;
  size: number;
  mediaType: string;
}

/** A CloudEvent in structured mode. */
export interface ExecutionEvent {
  specversion: '1.0';
  type: string;
  source: string;
  id: string;
  data: Record<string, unknown>;
}

/** What the director decided; further members as docs/http.md tells. */
export interface Decision {
  workItem: string;
  attempt: number;
  kind: string;
  reasons: string[];
  attestations: string[];
  [member: string]: unknown;
}

/** An event that was taken; `decision` when one came in time. */
export interface Submitted {
  workItem: string;
  eventId: string;
  duplicate: boolean;
  decision?: Decision;
}

/**
 * The service refused a call, or answered something that it should not. `code` is one of docs/errors.md,
 * HTTP_<status>, UNREACHABLE or INVALID_ANSWER. `found` is what a client sent: not to be trusted.
 */
export class AssayError extends Error {
  readonly code: string;
  readonly detail: string;
  readonly status: number | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly field: string | null;
}

/** An execution as a CloudEvent; `source` and `id` are its identity. */
export function event(source: string, id: string, data: Record<string, unknown>): ExecutionEvent;

/** Talks to a running Assay. */
export class AssayClient {
  constructor(url?: string, token?: string | null);
  /** Stores bytes, or the file of that name; what is stored already is not sent again. */
  put(role: string, content: Uint8Array | string, mediaType?: string): Promise<ArtifactRef>;
  /** Posts a CloudEvent and waits up to `wait` seconds for its decision. The same event again is taken once. */
  submit(event: ExecutionEvent, wait?: number): Promise<Submitted>;
  /** The first decision on `attempt` or a later one; null when none came in `seconds`. */
  wait(workItem: string, attempt?: number, seconds?: number): Promise<Decision | null>;
  /** What was claimed, verified and how it is known. Members named `untrusted…` are strangers' text. */
  explain(workItem: string): Promise<Record<string, unknown>>;
  /** Fetches an attestation and verifies it here, against your copy of `keys` where given. */
  verify(id: string, keys?: string): Promise<Outcome>;
}
