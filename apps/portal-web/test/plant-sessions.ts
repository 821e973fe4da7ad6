import type { VaultItem } from '@varco/vault/item.ts';
import type { PlantSession } from '../src/lib/plants/plant-store.ts';

/** Credentials of an invented plant. */
export const createCredential = (more: Partial<VaultItem> = {}): VaultItem => ({
  url: 'https://cesena.example',
  label: 'Cesena',
  username: 'rossi',
  password: 'Segreto-09',
  enabled: true,
  uuid: null,
  pin: null,
  rev: 1,
  ...more,
});

/** A plant that is signed in to with these credentials. */
export const createPlant = (credential: VaultItem, more: Partial<PlantSession> = {}): PlantSession => ({
  credentialId: 'c1',
  peerId: 1,
  origin: credential.url,
  credential,
  peer: null,
  addressConflict: null,
  state: 'ok',
  reason: null,
  wasVerified: true,
  token: 't',
  login: null,
  ...more,
});
