/**
 * What plant and portal sign when they join (ADR 0036). Both texts name both sides, so that a signature for one plant,
 * portal, code or step is of no use for another.
 */

/** Where the portal begins to join, and where it takes the plant. */
export const JOINING_STEPS = ['challenge', 'accept'] as const;
export type JoiningStep = (typeof JOINING_STEPS)[number];

export interface JoiningRequestFacts {
  readonly step: JoiningStep;
  readonly plantUuid: string;
  /** Public half of the key of the code, base64url. */
  readonly proof: string;
  readonly portalUuid: string;
  readonly portalOrigin: string;
  /** Public key of the portal, base64url. */
  readonly portalKey: string;
  /** 16 random bytes of the portal, base64url. */
  readonly nonce: string;
  /** Clock of the portal, ISO 8601 UTC with milliseconds. */
  readonly time: string;
  /** The challenge of the plant; empty in the first step. */
  readonly challenge: string;
}

/** Signed by the portal, once with its own key and once with the key of the code. */
export const buildJoiningRequestText = (facts: JoiningRequestFacts): string =>
  buildText('request', [
    facts.step,
    facts.plantUuid,
    facts.proof,
    facts.portalUuid,
    facts.portalOrigin,
    facts.portalKey,
    facts.nonce,
    facts.time,
    facts.challenge,
  ]);

export interface JoiningAnswerFacts {
  /** Text of the request that is answered. */
  readonly request: string;
  readonly plantUuid: string;
  /** Public key of the plant, base64url. */
  readonly plantKey: string;
  readonly label: string;
  readonly shortCode: string;
  readonly challenge: string;
  readonly serverTime: string;
}

/** Signed by the plant with its key, and with the key before that one while it is still valid. */
export const buildJoiningAnswerText = (facts: JoiningAnswerFacts): string =>
  buildText('answer', [
    facts.request,
    facts.plantUuid,
    facts.plantKey,
    facts.label,
    facts.shortCode,
    facts.challenge,
    facts.serverTime,
  ]);

/** JSON keeps the members apart whatever they contain. */
const buildText = (kind: string, members: readonly string[]): string =>
  `varco-joining:v1\n${JSON.stringify([kind, ...members])}`;

/** Clocks of plant and portal may differ this much. */
export const JOINING_CLOCK_WINDOW_MS = 120_000;
/** A challenge is accepted this long. */
export const CHALLENGE_LIFETIME_MS = 120_000;
