import type { PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import type { PeerInfo } from '@varco/contract/portal/user.ts';
import { type PlantLoginReason, type PlantLoginState, getInitialLoginState } from '@varco/domain/plants/login-state.ts';
import { type VerifySummary, summarizeLogins } from '@varco/domain/plants/login-summary.ts';
import { findAddressConflict, parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import type { VaultItem } from '@varco/vault/item.ts';
import { create } from 'zustand';

/** One plant of the user: sealed credential, registry data and sign-in state. Memory only. */
export interface PlantSession {
  /** Id of the credential in the vault. */
  readonly credentialId: string;
  /** Id in the registry; negative for a plant that is not in the registry. */
  readonly peerId: number;
  /** Origin from the sealed credential: the only address a password is sent to. Null: not a usable address. */
  readonly origin: string | null;
  readonly credential: VaultItem;
  readonly peer: PeerInfo | null;
  /** Sealed and registry address when they differ; the user must decide (security 5). */
  readonly addressConflict: { readonly sealed: string; readonly registry: string } | null;
  readonly state: PlantLoginState;
  /** Why the last sign-in failed; null otherwise. */
  readonly reason: PlantLoginReason | null;
  /** True when a sign-in has succeeded or failed since the credential was stored. */
  readonly wasVerified: boolean;
  readonly token: string | null;
  /** Response of the last successful sign-in: rights, licence, parameters. */
  readonly login: PlantLoginResponse | null;
}

export interface PlantsState {
  readonly plants: ReadonlyMap<string, PlantSession>;
  readonly hasRun: boolean;
}

export const usePlants = create<PlantsState>(() => ({ plants: new Map(), hasRun: false }));

/** `active` from the plant's last sign-in response; 1 before the first sign-in (readings B-12). */
export const getActiveFlag = (plant: PlantSession): number => plant.login?.user.active ?? 1;

/** Summary of the sign-ins to all plants of the user (P 4). */
export function summarizeSignIns({ plants, hasRun }: PlantsState): VerifySummary {
  const list = [...plants.values()].map((plant) => ({
    enabled: plant.credential.enabled,
    active: getActiveFlag(plant),
    state: plant.state,
    hasPassword: plant.credential.password !== '',
    wasVerified: plant.wasVerified,
  }));
  return summarizeLogins(list, hasRun);
}

/**
 * Fills the store from the opened vault and the registry. A plant with unchanged address, name and password keeps its
 * session.
 */
export function setPlants(items: ReadonlyMap<string, VaultItem>, peers: readonly PeerInfo[]): void {
  const before = usePlants.getState().plants;
  const plants = sortByPosition(items).map(([id, credential], i) =>
    buildPlantSession(id, credential, peers, before.get(id), i),
  );
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
}

const LAST_POSITION = Number.MAX_SAFE_INTEGER;
/** Sorts by the user's own order; items without a position come last, in vault order. */
const sortByPosition = (items: ReadonlyMap<string, VaultItem>): readonly (readonly [string, VaultItem])[] =>
  [...items].toSorted(([, a], [, b]) => (a.position ?? LAST_POSITION) - (b.position ?? LAST_POSITION));

export function clearPlants(): void {
  usePlants.setState({ plants: new Map(), hasRun: false });
}

export function patchPlant(credentialId: string, patch: Partial<PlantSession>): void {
  const plants = new Map(usePlants.getState().plants);
  const plant = plants.get(credentialId);
  if (plant === undefined) return;
  plants.set(credentialId, { ...plant, ...patch });
  usePlants.setState({ plants });
}

function buildPlantSession(
  id: string,
  credential: VaultItem,
  peers: readonly PeerInfo[],
  old: PlantSession | undefined,
  position: number,
): PlantSession {
  const address = parsePlantAddress(credential.url);
  const origin = address.ok ? address.origin : null;
  const peer =
    peers.find((one) => (credential.uuid === null ? String(one.id) === id : one.uuid === credential.uuid)) ?? null;
  const facts = { credentialId: id, peerId: peer?.id ?? -1 - position, origin, credential, peer };
  const conflict = findAddressConflict(credential.url, peer?.url ?? null);
  if (old !== undefined && isSameSignIn(old.credential, credential))
    return { ...old, ...facts, addressConflict: conflict };
  const state = getInitialLoginState(credential.password);
  return { ...facts, addressConflict: conflict, state, reason: null, wasVerified: false, token: null, login: null };
}

/** True when address, name and password are equal, so that a session stays valid. */
export const isSameSignIn = (a: VaultItem, b: VaultItem): boolean =>
  a.url === b.url && a.username === b.username && a.password === b.password;

/** True when the plant did not answer, or answered only that it has failed: nothing is known of the account. */
export const isAway = (reason: PlantLoginReason | null): boolean =>
  reason === 'unreachable' || reason === 'timeout' || reason === 'server_error';

const isUnclear = (reason: PlantLoginReason | null): boolean =>
  reason === null || reason === 'bad_answer' || reason === 'other';

/** True when the plant has answered and does not accept this account; a plant that is off says nothing of the kind. */
export const isRefused = ({ state, reason }: PlantSession): boolean =>
  state === 'expired' || state === 'userdisabled' || state === 'weakpwd' || state === 'empty'
    ? true
    : state === 'bad' && !isAway(reason) && !isUnclear(reason);
