import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import type { KeyTable } from '@varco/server-kit/keys/key-table.ts';

/** The keys by which the portal signs access tokens, calls to plants that join and exports. */
export const PORTAL_KEYS: KeyTable = {
  table: 'signing_key',
  purpose: null,
  publicHalf: { column: 'public_jwk', format: ({ publicKey }) => JSON.stringify(toPublicJwk(publicKey)) },
  sealContext: (kid) => `signing-key/${kid}`,
};
