import type { PlantLoginAnswer } from '@varco/contract/plant/auth.ts';
import type { PeerInfo } from '@varco/contract/portal/user.ts';
import { type PlantLoginReason, type PlantLoginState, initialLoginState } from '@varco/domain/plants/login-state.ts';
import { type VerifySummary, summarizeLogins } from '@varco/domain/plants/login-summary.ts';
import { addressConflict, readPlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { VaultItem } from '@varco/vault/item.ts';
import { create } from 'zustand';

/** One plant of this user: the sealed credential, what the registry says, and how the sign-in stands. Memory only. */
export interface PlantSession {
  /** Id of the credential in the vault. */
  readonly credentialId: string;
  /** Id in the registry; negative for a plant the registry does not know. */
  readonly peerId: number;
  /** Origin from the sealed item: the only address a password is sent to. Null: not a usable address. */
  readonly origin: string | null;
  readonly credential: VaultItem;
  readonly peer: PeerInfo | null;
  /** Sealed and registry address, when they differ: to be shown and asked (security 5). */
  readonly addressConflict: { readonly sealed: string; readonly registry: string } | null;
  readonly state: PlantLoginState;
  /** Why the last sign-in failed; null otherwise. */
  readonly reason: PlantLoginReason | null;
  /** Settled at least once since it was stored as it is. */
  readonly wasVerified: boolean;
  readonly token: string | null;
  /** Answer of the last good sign-in: rights, licence, parameters. */
  readonly login: PlantLoginAnswer | null;
}

interface PlantsState {
  readonly plants: ReadonlyMap<string, PlantSession>;
  readonly hasRun: boolean;
}

export const usePlants = create<PlantsState>(() => ({ plants: new Map(), hasRun: false }));

/** `active` as the plant last told it; 1 before the first sign-in (readings B-12). */
export const activeOf = (plant: PlantSession): number => plant.login?.user.active ?? 1;

/** Summary of verify-all over all plants of the user (P 4). */
export function summaryOf({ plants, hasRun }: PlantsState): VerifySummary {
  const list = [...plants.values()].map((plant) => ({
    enabled: plant.credential.enabled,
    active: activeOf(plant),
    state: plant.state,
    hasPassword: plant.credential.password !== '',
    wasVerified: plant.wasVerified,
  }));
  return summarizeLogins(list, hasRun);
}

/** Fills the store from the opened vault and the registry. A plant whose address, name and password did not change keeps its sign-in. */
export function setPlants(items: ReadonlyMap<string, VaultItem>, peers: readonly PeerInfo[]): void {
  const before = usePlants.getState().plants;
  const plants = inOrder(items).map(([id, credential], i) => plantOf(id, credential, peers, before.get(id), i));
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
}

const LAST = Number.MAX_SAFE_INTEGER;
/** The person's own order; what has no place yet comes last, as it stands in the vault. */
const inOrder = (items: ReadonlyMap<string, VaultItem>): readonly (readonly [string, VaultItem])[] =>
  [...items].toSorted(([, a], [, b]) => (a.position ?? LAST) - (b.position ?? LAST));

export function forgetPlants(): void {
  usePlants.setState({ plants: new Map(), hasRun: false });
}

export function patchPlant(credentialId: string, patch: Partial<PlantSession>): void {
  const plants = new Map(usePlants.getState().plants);
  const plant = plants.get(credentialId);
  if (plant === undefined) return;
  plants.set(credentialId, { ...plant, ...patch });
  usePlants.setState({ plants });
}

function plantOf(
  id: string,
  credential: VaultItem,
  peers: readonly PeerInfo[],
  old: PlantSession | undefined,
  position: number,
): PlantSession {
  const address = readPlantAddress(credential.url);
  const origin = address.ok ? address.origin : null;
  const peer =
    peers.find((one) => (credential.uuid === null ? String(one.id) === id : one.uuid === credential.uuid)) ?? null;
  const facts = { credentialId: id, peerId: peer?.id ?? -1 - position, origin, credential, peer };
  const conflict = addressConflict(credential.url, peer?.url ?? null);
  if (old !== undefined && isSameSignIn(old.credential, credential))
    return { ...old, ...facts, addressConflict: conflict };
  const state = initialLoginState(credential.password);
  return { ...facts, addressConflict: conflict, state, reason: null, wasVerified: false, token: null, login: null };
}

/** Same address, name and password: a sign-in made with one holds for the other. */
export const isSameSignIn = (a: VaultItem, b: VaultItem): boolean =>
  a.url === b.url && a.username === b.username && a.password === b.password;
