import { plantChangePassword } from '@varco/contract/plant/auth.ts';
import { buildPlantAddressKey } from '@varco/domain/plants/plant-address.ts';
import type { VaultChange } from '@varco/vault/edit-vault.ts';
import type { Credential, VaultItem } from '@varco/vault/item.ts';
import { type VaultResult, success } from '@varco/vault/result.ts';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { saveCredentials } from '../session/save-credentials.ts';
import { currentSession } from '../session/session-store.ts';
import { type PlantSession, usePlants } from './plant-store.ts';
import { withVaultProof } from './vault-proof.ts';

/** Outcome of saving the vault. `merged`: another browser had saved meanwhile, and both versions were merged. */
export type SaveOutcome = VaultResult<'saved' | 'merged'>;

async function saveChanges(changes: readonly VaultChange[]): Promise<SaveOutcome> {
  const saved = await saveCredentials(changes);
  return saved.ok ? success(saved.value.length === 0 ? 'saved' : 'merged') : saved;
}

const getCredentialContent = ({ rev: _rev, ...credential }: VaultItem): Credential => credential;
const plants = (): readonly PlantSession[] => [...usePlants.getState().plants.values()];

/** PLANT-04, PLANT-07: true when a plant with this address already exists, however it is written (readings B-30). */
export const hasPlantAtOrigin = (origin: string): boolean =>
  plants().some(
    (plant) => plant.origin !== null && buildPlantAddressKey(plant.origin) === buildPlantAddressKey(origin),
  );

/**
 * Adds a plant at the end of the list; returns the id of its credential.
 * @param onId called before saving, because saving a plant with a new origin reloads the page
 * @throws ApiError
 */
export async function addPlant(
  credential: Pick<Credential, 'url' | 'label' | 'username' | 'password' | 'enabled'>,
  onId: (id: string) => void,
): Promise<VaultResult<string>> {
  const id = crypto.randomUUID();
  onId(id);
  const before = plants();
  // Entries without a position sort last, after the new one, so they get positions now.
  const placed = before.some((plant) => plant.credential.position === undefined) ? assignPositions(before) : [];
  const last = Math.max(before.length - 1, ...before.map((plant) => plant.credential.position ?? -1));
  const saved = await saveChanges([...placed, [id, { ...credential, uuid: null, pin: null, position: last + 1 }]]);
  return saved.ok ? success(id) : saved;
}

/** Changes some fields of one credential. @throws ApiError */
export function changePlant(plant: PlantSession, change: Partial<Credential>): Promise<SaveOutcome> {
  return saveChanges([[plant.credentialId, { ...getCredentialContent(plant.credential), ...change }]]);
}

/** Takes the plant out of the vault; the account on the plant stays. @throws ApiError */
export function removePlant(credentialId: string): Promise<SaveOutcome> {
  return saveChanges([[credentialId, null]]);
}

/** Moves a plant one position up or down in the user's list; nothing changes at the ends. @throws ApiError */
export async function movePlant(credentialId: string, step: -1 | 1): Promise<SaveOutcome> {
  const order = plants();
  const from = order.findIndex((plant) => plant.credentialId === credentialId);
  const moved = order[from];
  const to = from + step;
  if (moved === undefined || to < 0 || to >= order.length) return success('saved');
  const next = order.toSpliced(from, 1);
  next.splice(to, 0, moved);
  return saveChanges(assignPositions(next));
}

/** Assigns list positions; only changed items are sealed again. */
const assignPositions = (order: readonly PlantSession[]): readonly VaultChange[] =>
  order.flatMap((plant, position): VaultChange[] =>
    plant.credential.position === position
      ? []
      : [[plant.credentialId, { ...getCredentialContent(plant.credential), position }]],
  );

/** `not_saved`: the plant has the new password, but the vault still holds the old one. */
export type PasswordOutcome = 'changed' | 'wrong_current' | 'refused' | 'not_allowed' | 'failed' | 'not_saved';

/**
 * Changes the account password on the plant, authorised by the current password instead of a token (readings B-48),
 * then seals the new one and signs in again. Not allowed for a first-access user (P 4).
 */
export async function changePlantPassword(
  plant: PlantSession,
  present: string,
  password: string,
): Promise<PasswordOutcome> {
  const { user } = currentSession();
  if (user === null || user.first_access) return 'not_allowed';
  if (plant.origin === null) return 'failed';
  const target = { origin: plant.origin, host: new URL(plant.origin).host, token: () => null };
  const { username } = plant.credential;
  try {
    await withVaultProof(plant.origin, username, (proof) =>
      call(target, plantChangePassword, { body: { username, password, old_password: present, ...proof } }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'bad_credentials') return 'wrong_current';
    return error.code === 'weak_password' ? 'refused' : 'failed';
  }
  try {
    return (await changePlant(plant, { password })).ok ? 'changed' : 'not_saved';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return 'not_saved';
  }
}
