import { toPublicJwk } from '@varco/server-kit/auth/signing-key.ts';
import type { KeyTable } from '@varco/server-kit/keys/key-table.ts';

/** The keys by which a plant signs tokens, calls to its portals and exports. */
export const PLANT_KEYS: KeyTable = {
  table: 'plant_key',
  purpose: null,
  publicHalf: { column: 'public_x', format: ({ publicKey }) => toPublicJwk(publicKey).x },
  sealContext: (kid) => `plant-key/${kid}`,
};
