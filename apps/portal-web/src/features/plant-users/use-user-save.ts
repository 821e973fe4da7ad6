import { useMutation } from '@tanstack/react-query';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import type { MessageKey, Translate } from '@varco/i18n/message-types.ts';
import type { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { ManagedPlant } from './managed-plants.ts';
import { buildUserPayload, type UserForm } from './user-form.ts';
import { type SaveOutcome, saveUser } from './users.api.ts';

const NOTICE_DURATION_MS = 5_000;

/** Form labels of fields of the call whose names differ. */
const FIELD_LABELS: Readonly<Record<string, MessageKey>> = {
  username: 'users:form.username',
  email: 'users:form.email',
  password: 'users:form.password',
  datascadenza: 'users:form.expiry',
  owned_by_id: 'users:form.owner',
  group_id: 'users:form.group',
  varchi_abilitati: 'users:form.gates',
  t_max: 'users:form.t_max',
  assignable_bl_groups: 'users:form.assignable_bl_groups',
  insert_bl: 'users:form.insert_bl',
  can_manage_users: 'users:form.can_manage_users',
  can_manage_districts: 'users:form.can_manage_districts',
  responsabile_interforze: 'users:form.responsabile_interforze',
  notifica_blacklist: 'users:form.notifica_blacklist',
  notifica_rubati: 'users:form.notifica_rubati',
  visure_pagamento: 'users:form.visure_pagamento',
  audit_read: 'users:form.audit_read',
  sees_plates: 'users:form.sees_plates',
};

function formatFieldRefusal(t: Translate, { facts }: ApiError): string {
  // The form checks the rules itself; of what a plant knows beyond them there is only the list of common passwords.
  if (facts.subCode === 'invalid_field' && facts.field === 'body/password') return t('users:form.commonPassword');
  const text = formatError(facts, false, t);
  const label = FIELD_LABELS[facts.field?.replace(/^body\//, '').split('/')[0] ?? ''];
  return label === undefined ? text : t('users:form.refused', { field: t(label), text });
}

/** Text of why saving failed; null on success. */
export function formatSaveOutcome(t: Translate, outcome: SaveOutcome): string | null {
  switch (outcome.kind) {
    case 'done':
      return null;
    case 'gone':
      return t('users:form.gone');
    case 'taken':
      return t('users:form.taken');
    case 'refused':
      return formatFieldRefusal(t, outcome.error);
    case 'districts':
      return t('users:form.districtsFailed', { text: formatError(outcome.error.facts, false, t) });
  }
}

/** Saves the form. If a new user was created but the districts were refused, the next attempt updates that user. */
export function useUserSave(of: {
  readonly chosen: ManagedPlant;
  readonly user: PlantUserRecord | null;
  readonly onChanged: () => Promise<void>;
  readonly onDone: () => void;
}) {
  const t = useT();
  const { plant } = of.chosen;
  return useMutation({
    mutationFn: ({ form, saved }: { readonly form: UserForm; readonly saved: PlantUserRecord | null }) => {
      const before = of.user ?? saved;
      const where = { plantUrl: plant.origin ?? '', frontendUrl: location.origin, nowMs: nowMs() };
      return saveUser(plant.credentialId, before?.id ?? null, buildUserPayload(form, before, where), form.districts);
    },
    onSuccess: async (outcome) => {
      if (outcome.kind !== 'refused' && outcome.kind !== 'taken') await of.onChanged();
      if (outcome.kind !== 'done') return;
      const values = { plant: getPlantLabel(plant), name: outcome.user.username };
      const text = t(of.user === null ? 'users:done.created' : 'users:done.updated', values);
      notify({ text, type: 'success', timeout: NOTICE_DURATION_MS, link: null });
      of.onDone();
    },
    onError: notifyError,
  });
}
