import { registerPeer } from '@varco/contract/portal/peers.ts';
import { isFinalLoginState, type PlantLoginReason, type PlantLoginState } from '@varco/domain/plants/login-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import {
  type PlantBeingAdded,
  clearPlantBeingAdded,
  recordPlantBeingAdded,
} from '../../lib/plants/plant-being-added.ts';
import { addPlant, changePlant, hasPlantAtOrigin, removePlant } from '../../lib/plants/edit-plants.ts';
import { type PlantSession, setPlants } from '../../lib/plants/plant-store.ts';
import { acceptUser, currentSession } from '../../lib/session/session-store.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import type { VaultFailure } from '@varco/vault/result.ts';
import { type CredentialFields, splitHostAndPort, parseOrigin, type RegistrationError } from './credential-form.ts';

/**
 * Saves the plant to the vault, which starts its sign-in. `fields` must be valid (`findCredentialProblem`). @throws
 * ApiError
 */
export async function startAddingPlant(
  fields: CredentialFields,
): Promise<PlantBeingAdded | RegistrationError | VaultFailure> {
  const url = parseOrigin(fields);
  if (typeof url !== 'string') return 1;
  if (hasPlantAtOrigin(url)) return 3;
  const label = fields.label.trim() === '' ? new URL(url).host : fields.label.trim();
  // Stored before the vault changes, because that may reload the page at once.
  const adding = { credentialId: '', plantCode: fields.plantCode.trim() };
  const { username, password, enabled } = fields;
  const saved = await addPlant({ url, label, username: username.trim(), password, enabled }, (credentialId) =>
    recordPlantBeingAdded({ ...adding, credentialId }),
  );
  if (saved.ok) return { ...adding, credentialId: saved.value };
  clearPlantBeingAdded();
  return saved.reason;
}

/** P 8: error number when the sign-in shows a wrong address or account; null in all other cases. */
export function toRegistrationError(state: PlantLoginState, reason: PlantLoginReason | null): 1 | 2 | null {
  if (state !== 'bad') return null;
  if (reason === 'password_expired') return null;
  return reason === 'credentials' ? 2 : 1;
}

/** Whether the sign-in of the plant being added has finished. A disabled plant is not tried. */
export const isSignInFinished = (plant: PlantSession): boolean =>
  isFinalLoginState(plant.state) || !plant.credential.enabled;

/** Result of adding a plant: null when added, or the error and the typed fields for correction. */
export type AddingOutcome = null | { readonly error: RegistrationError; readonly fields: CredentialFields };

/**
 * Finishes adding a plant after its sign-in: saves its identity and, with a plant code, registers the user; or removes
 * it again. @throws ApiError when the vault cannot be saved
 */
export async function finishAddingPlant(plant: PlantSession, plantCode: string): Promise<AddingOutcome> {
  const error = toRegistrationError(plant.state, plant.reason) ?? (await registerWithPlant(plant, plantCode));
  clearPlantBeingAdded();
  if (error !== null) {
    await removePlant(plant.credentialId);
    return { error, fields: toCredentialFields(plant, plantCode) };
  }
  await saveIdentity(plant);
  notifyCode(10031, { plant: getPlantName(plant) });
  return null;
}

const getPlantName = (plant: PlantSession): string => plant.login?.parameters.label ?? plant.credential.label;

/**
 * Saves the identity of the plant, so that another plant at this address gets no password. Its own name replaces the
 * host name.
 */
async function saveIdentity(plant: PlantSession): Promise<void> {
  if (plant.login === null) return;
  const { plant_uuid: uuid, label } = plant.login.parameters;
  const isUnnamed = plant.origin !== null && plant.credential.label === new URL(plant.origin).host;
  await changePlant(plant, { uuid, ...(isUnnamed ? { label } : {}) });
}

/**
 * The user registration request (P 8): error 5 for a wrong code, 4 for any other failure, null without a code or on
 * success.
 */
async function registerWithPlant(plant: PlantSession, plantCode: string): Promise<4 | 5 | null> {
  const { user } = currentSession();
  if (plantCode === '') return null;
  const uuid = plant.login?.parameters.plant_uuid;
  if (user === null || uuid === undefined) return 4;
  try {
    const body = { plant_uuid: uuid, plant_code: plantCode };
    const changed = await callPortal(registerPeer, { params: { id: user.id }, body });
    acceptUser(changed);
    setPlants(useVault.getState().vault?.items ?? new Map(), changed.peer_list);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return toRegistrationRefusal(error);
  }
}

/** P 8: 5 for a wrong plant code, 4 for any other failure. */
export const toRegistrationRefusal = (error: ApiError): 4 | 5 => (error.code === 'bad_credentials' ? 5 : 4);

function toCredentialFields({ credential }: PlantSession, plantCode: string): CredentialFields {
  const { url, label, username, password, enabled } = credential;
  const { host, port } = splitHostAndPort(url);
  return { host, port, label: label === new URL(url).host ? '' : label, username, password, enabled, plantCode };
}
