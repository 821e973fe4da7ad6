import type { AttackRequest, ServerName } from './attack-request.ts';
import type { CredentialKind } from './rights-rules.ts';

/** Somebody who calls: a credential, and the user whose rights stand behind it. */
export interface Caller {
  /** Unique in the world. */
  readonly name: string;
  readonly server: ServerName;
  readonly kind: CredentialKind;
  /** User name of whom the rights count; null: nobody's. */
  readonly subject: string | null;
  /** Headers that carry the credential; a signature depends on the call. */
  readonly credential: (request: AttackRequest) => Readonly<Record<string, string>>;
  /** Signs in again after the credential was ended by a call; null when that is not possible. */
  readonly renew: (() => Promise<Caller | null>) | null;
}

const bearer = (token: string) => (): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A caller with a token; `renew` gives a new token, or null. */
export function createTokenCaller(
  base: Pick<Caller, 'name' | 'server' | 'kind' | 'subject'>,
  token: string,
  renewToken: (() => Promise<string | null>) | null = null,
): Caller {
  return {
    ...base,
    credential: bearer(token),
    renew:
      renewToken === null
        ? null
        : async () => {
            const next = await renewToken();
            return next === null ? null : createTokenCaller(base, next, renewToken);
          },
  };
}

/** A caller with fixed headers. */
export const createHeaderCaller = (
  base: Pick<Caller, 'name' | 'server' | 'kind' | 'subject'>,
  headers: Readonly<Record<string, string>>,
): Caller => ({ ...base, credential: () => headers, renew: null });

/** A token that nobody signed. */
export function buildUnsignedToken(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'plant+jwt' })}.${part(claims)}.`;
}
