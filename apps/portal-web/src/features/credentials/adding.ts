import { registerPeer } from '@varco/contract/portal/peers.ts';
import { isSettled, type PlantLoginReason, type PlantLoginState } from '@varco/domain/plants/login-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { callPortal } from '../../lib/api/portal.ts';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { type Adding, forgetAdding, noteAdding } from '../../lib/plants/adding-place.ts';
import { addPlant, changePlant, isListed, removePlant } from '../../lib/plants/edit-plants.ts';
import { type PlantSession, setPlants } from '../../lib/plants/plant-store.ts';
import { acceptUser, currentSession } from '../../lib/session/session-store.ts';
import { useVault } from '../../lib/session/vault-store.ts';
import type { VaultFailure } from '@varco/vault/result.ts';
import { type CredentialFields, hostAndPort, originOf, type RegistrationError } from './credential-form.ts';

/** Puts the plant into the vault, where its sign-in starts. The fields have passed `credentialProblem`. @throws ApiError */
export async function startAdding(fields: CredentialFields): Promise<Adding | RegistrationError | VaultFailure> {
  const url = originOf(fields);
  if (typeof url !== 'string') return 1;
  if (isListed(url)) return 3;
  const label = fields.label.trim() === '' ? new URL(url).host : fields.label.trim();
  // Said before the vault changes: that may end this document at once.
  const adding = { credentialId: '', plantCode: fields.plantCode.trim() };
  const { username, password, enabled } = fields;
  const saved = await addPlant({ url, label, username: username.trim(), password, enabled }, (credentialId) =>
    noteAdding({ ...adding, credentialId }),
  );
  if (saved.ok) return { ...adding, credentialId: saved.value };
  forgetAdding();
  return saved.reason;
}

/** P 8: number of the error when the sign-in says that this is not the plant or the account; null: it is, whatever else is wrong with it. */
export function registrationErrorOf(state: PlantLoginState, reason: PlantLoginReason | null): 1 | 2 | null {
  if (state !== 'bad') return null;
  if (reason === 'password_expired') return null;
  return reason === 'credentials' ? 2 : 1;
}

/** Has the plant being added been tried to the end? One that is switched off is not tried at all. */
export const isTried = (plant: PlantSession): boolean => isSettled(plant.state) || !plant.credential.enabled;

/** What became of it: added, or the error and what was typed, so that it can be corrected. */
export type AddingOutcome = null | { readonly error: RegistrationError; readonly fields: CredentialFields };

/**
 * Ends an adding whose plant has been tried: keeps it with the identity the plant told, and with a plant code ties it to the registry;
 * or takes it out again. @throws ApiError when the vault cannot be saved
 */
export async function finishAdding(plant: PlantSession, plantCode: string): Promise<AddingOutcome> {
  const error = registrationErrorOf(plant.state, plant.reason) ?? (await register(plant, plantCode));
  forgetAdding();
  if (error !== null) {
    await removePlant(plant.credentialId);
    return { error, fields: fieldsOf(plant, plantCode) };
  }
  await keepIdentity(plant);
  notifyCode(10031, { plant: labelOf(plant) });
  return null;
}

const labelOf = (plant: PlantSession): string => plant.login?.parameters.label ?? plant.credential.label;

/** From now on another plant at this address gets no password; the plant's own name takes the place of its host. */
async function keepIdentity(plant: PlantSession): Promise<void> {
  if (plant.login === null) return;
  const { plant_uuid: uuid, label } = plant.login.parameters;
  const isUnnamed = plant.origin !== null && plant.credential.label === new URL(plant.origin).host;
  await changePlant(plant, { uuid, ...(isUnnamed ? { label } : {}) });
}

/** The user registration request (P 8): 5 for a wrong code, 4 for anything else that goes wrong; nothing is asked without a code. */
async function register(plant: PlantSession, plantCode: string): Promise<4 | 5 | null> {
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
    return registrationRefusal(error);
  }
}

/** P 8: 5 for a wrong plant code, 4 for every other way in which the request did not succeed. */
export const registrationRefusal = (error: ApiError): 4 | 5 => (error.code === 'bad_credentials' ? 5 : 4);

function fieldsOf({ credential }: PlantSession, plantCode: string): CredentialFields {
  const { url, label, username, password, enabled } = credential;
  const { host, port } = hostAndPort(url);
  return { host, port, label: label === new URL(url).host ? '' : label, username, password, enabled, plantCode };
}
