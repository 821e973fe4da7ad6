import type { LicenseInfo, PlantLoginResponse, PlantParameters } from '@varco/contract/plant/auth.ts';
import { isForceEnabled } from '@varco/domain/policy/permissions.ts';
import { isPlantDisabled, type PlantLoginState } from '@varco/domain/plants/login-state.ts';
import { getActiveFlag, type PlantSession } from './plant-store.ts';

type LoginUser = PlantLoginResponse['user'];
type FromUser = Pick<
  LoginUser,
  | 'group'
  | 'group_id'
  | 'level'
  | 'varchi_abilitati'
  | 'varchi_abilitati_eff'
  | 'data_scadenza'
  | 'data_password'
  | 'scadenza_password'
  | 'insert_bl'
  | 'notifica_rubati'
  | 't_max'
  | 'responsabile_interforze'
  | 'uuid'
  | 'can_manage_users'
  | 'can_manage_districts'
  | 'created_by_username'
  | 'owned_by_username'
  | 'visure_pagamento'
  | 'assignable_bl_groups'
>;

/** Status of a credential as shown to the user. */
export type CredentialStatus = 'enabled' | 'disabled';

/** Plant credential (P 3): the sealed data, the user data of the last successful sign-in (null before), and the sign-in state. */
export interface PlantCredential extends Readonly<{ [K in keyof FromUser]: FromUser[K] | null }> {
  readonly id: string;
  readonly enabled: boolean;
  readonly label: string;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly user_id: number | null;
  readonly active: number;
  readonly license_info: LicenseInfo | null;
  readonly parameters: PlantParameters | null;
  readonly status: CredentialStatus;
  readonly watermark_text: string | null;
  readonly state: PlantLoginState;
  /** Derived: level 5 or more in a group of the police forces. */
  readonly fdo_enabled: boolean;
}

/** Readings P 4: the login states, and a state for editing. */
export type CredentialFormState = PlantLoginState | 'edit';
export const getFormState = (state: PlantLoginState, isEditing: boolean): CredentialFormState =>
  isEditing ? 'edit' : state;

/** The credential in the form of the specification. */
export function toPlantCredential(plant: PlantSession): PlantCredential {
  const { credential, login, state } = plant;
  const user = login?.user ?? null;
  const active = getActiveFlag(plant);
  return {
    id: plant.credentialId,
    enabled: credential.enabled,
    label: credential.label,
    url: credential.url,
    username: credential.username,
    password: credential.password,
    user_id: user?.ID ?? null,
    active,
    group: user?.group ?? null,
    group_id: user?.group_id ?? null,
    level: user?.level ?? null,
    varchi_abilitati: user?.varchi_abilitati ?? null,
    varchi_abilitati_eff: user?.varchi_abilitati_eff ?? null,
    data_scadenza: user?.data_scadenza ?? null,
    data_password: user?.data_password ?? null,
    scadenza_password: user?.scadenza_password ?? null,
    insert_bl: user?.insert_bl ?? null,
    notifica_rubati: user?.notifica_rubati ?? null,
    t_max: user?.t_max ?? null,
    responsabile_interforze: user?.responsabile_interforze ?? null,
    license_info: login?.license_info ?? null,
    parameters: login?.parameters ?? null,
    uuid: user?.uuid ?? null,
    can_manage_users: user?.can_manage_users ?? null,
    can_manage_districts: user?.can_manage_districts ?? null,
    status: isPlantDisabled(credential.enabled, active) ? 'disabled' : 'enabled',
    created_by_username: user?.created_by_username ?? null,
    owned_by_username: user?.owned_by_username ?? null,
    visure_pagamento: user?.visure_pagamento ?? null,
    assignable_bl_groups: user?.assignable_bl_groups ?? null,
    watermark_text: login?.watermark_text ?? null,
    state,
    fdo_enabled: user !== null && isForceEnabled(user),
  };
}
