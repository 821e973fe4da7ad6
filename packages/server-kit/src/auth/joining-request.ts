import type { KeyObject } from 'node:crypto';
import type { JoiningRequest } from '@varco/contract/joining.ts';
import { buildJoiningRequestText, type JoiningStep } from '@varco/domain/joining/joining-text.ts';
import { importPublicJwk, isTextSigned, type SigningKey, signText, toPublicJwk } from './signing-key.ts';

export interface JoiningRequestToSign {
  readonly step: JoiningStep;
  readonly plantUuid: string;
  /** Key of the joining code. */
  readonly codeKey: SigningKey;
  readonly portalUuid: string;
  readonly portalOrigin: string;
  readonly portalKey: SigningKey;
  /** 16 random bytes, base64url. */
  readonly nonce: string;
  readonly challenge: string;
  readonly now: Date;
}

/** The body of a joining call, and the text that was signed: the plant's answer repeats it. */
export function signJoiningRequest(facts: JoiningRequestToSign): {
  readonly body: JoiningRequest;
  readonly text: string;
} {
  const { codeKey, portalKey } = facts;
  const unsigned = {
    proof: toPublicJwk(codeKey.publicKey).x,
    portal_uuid: facts.portalUuid,
    portal_origin: facts.portalOrigin,
    portal_key: toPublicJwk(portalKey.publicKey).x,
    nonce: facts.nonce,
    time: facts.now.toISOString(),
    challenge: facts.challenge,
  };
  const text = buildText(facts.step, facts.plantUuid, unsigned);
  return {
    body: { ...unsigned, portal_signature: signText(portalKey, text), proof_signature: signText(codeKey, text) },
    text,
  };
}

/**
 * Text of a request if both signatures fit it: whoever sent it has the code and the key it names. Null otherwise, also for
 * a key that is none.
 */
export function verifyJoiningRequest(step: JoiningStep, plantUuid: string, body: JoiningRequest): string | null {
  const text = buildText(step, plantUuid, body);
  const isSigned = [
    [body.proof, body.proof_signature],
    [body.portal_key, body.portal_signature],
  ].every(([x = '', signature = '']) => isSignedBy(x, text, signature));
  return isSigned ? text : null;
}

/** False too when the text is no public key. `x`: raw key, base64url. */
export function isSignedBy(x: string, text: string, signature: string): boolean {
  let key: KeyObject;
  try {
    key = importPublicJwk({ kty: 'OKP', crv: 'Ed25519', x });
  } catch {
    return false;
  }
  return isTextSigned(key, text, signature);
}

const buildText = (
  step: JoiningStep,
  plantUuid: string,
  body: Omit<JoiningRequest, 'portal_signature' | 'proof_signature'>,
): string =>
  buildJoiningRequestText({
    step,
    plantUuid,
    proof: body.proof,
    portalUuid: body.portal_uuid,
    portalOrigin: body.portal_origin,
    portalKey: body.portal_key,
    nonce: body.nonce,
    time: body.time,
    challenge: body.challenge,
  });
