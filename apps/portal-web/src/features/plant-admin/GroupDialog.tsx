import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Group, PersonRef } from '@varco/contract/plant/groups.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { FormDialog } from './FormDialog.tsx';
import {
  buildGroupBody,
  type GroupDraft,
  createGroupDraft,
  isMisspeltForceName,
  MAX_HOURS,
  MAX_LOOK_BACK_DAYS,
  MAX_ROWS_PER_DAY,
  PERMISSIONS,
} from './group-draft.ts';
import { formatLevel, toRole } from './level-role.ts';
import { groupMembersQuery, saveGroup } from './plant-admin.api.ts';
import styles from './PlantAdmin.module.css';
import type { AdminPlant } from './PlantAdminLayout.tsx';

const GROUP_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** Form of a group: name, level, default permissions of new members, and the current members. */
export function GroupDialog(props: {
  plant: AdminPlant;
  before: Group | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, before, onSaved, onClose } = props;
  const most = plant.user.level;
  const [draft, setDraft] = useState(() => createGroupDraft(before, most));
  const save = useMutation({
    mutationFn: () => saveGroup(plant.peerId, before, buildGroupBody(draft)),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const isTooHigh = (before?.level ?? 0) > most;
  const updateDraft = (more: Partial<GroupDraft>): void => setDraft({ ...draft, ...more });
  return (
    <FormDialog
      title={before === null ? t('plantAdmin:groups.add') : t('plantAdmin:groups.editTitle', { name: before.name })}
      canSave={draft.name.trim() !== '' && !isTooHigh && !save.isPending}
      isSaving={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {isTooHigh && <Notice tone="pv">{t('plantAdmin:groups.tooHigh')}</Notice>}
      <NameAndLevelFields draft={draft} onChange={updateDraft} most={most} before={before} />
      <RoleLimitFields draft={draft} onChange={updateDraft} />
      <PermissionFields draft={draft} onChange={updateDraft} />
      {before !== null && <MemberList peerId={plant.peerId} group={before} />}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: GroupDraft;
  readonly onChange: (more: Partial<GroupDraft>) => void;
}

function NameAndLevelFields({
  draft,
  onChange,
  most,
  before,
}: FieldsProps & { most: number; before: Group | null }): ReactElement {
  const t = useT();
  const highest = Math.max(most, before?.level ?? 0);
  return (
    <>
      <TextInput
        label={t('plantAdmin:groups.field.name')}
        description={t('plantAdmin:groups.field.nameHint')}
        required
        data-autofocus
        maxLength={80}
        value={draft.name}
        error={isMisspeltForceName(draft.name) ? t('plantAdmin:groups.field.nameTrap') : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('plantAdmin:groups.field.level')}
        description={t(`plantAdmin:level.${toRole(draft.level)}Hint`)}
        allowDeselect={false}
        value={String(draft.level)}
        data={GROUP_LEVELS.filter((level) => level <= highest).map((level) => ({
          value: String(level),
          label: formatLevel(level, t),
        }))}
        onChange={(value) => onChange({ level: Number(value) })}
      />
      {before !== null && before.members > 0 && before.level !== draft.level && (
        <Notice tone="wa">{t('plantAdmin:groups.affects', { count: before.members })}</Notice>
      )}
    </>
  );
}

/** Limits of every member, beyond which a second person must agree (ADR 0027). */
function RoleLimitFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <fieldset className={styles.set}>
      <legend>{t('plantAdmin:groups.limits')}</legend>
      <p className={styles.quiet}>{t('plantAdmin:groups.limitsHint')}</p>
      <NumberInput
        label={t('plantAdmin:groups.field.lookBack')}
        min={0}
        max={MAX_LOOK_BACK_DAYS}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.lookBackDays}
        onChange={(value) => onChange({ lookBackDays: Number(value) })}
      />
      <NumberInput
        label={t('plantAdmin:groups.field.rows')}
        min={0}
        max={MAX_ROWS_PER_DAY}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.rowsPerDay}
        onChange={(value) => onChange({ rowsPerDay: Number(value) })}
      />
      <Switch
        size="sm"
        label={t('plantAdmin:groups.approves')}
        checked={draft.approves}
        onChange={({ currentTarget: { checked } }) => onChange({ approves: checked })}
      />
      <Switch
        size="sm"
        label={t('plantAdmin:groups.handlesRequests')}
        checked={draft.handlesRequests}
        onChange={({ currentTarget: { checked } }) => onChange({ handlesRequests: checked })}
      />
    </fieldset>
  );
}

function PermissionFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <fieldset className={styles.set}>
      <legend>{t('plantAdmin:groups.defaults')}</legend>
      <p className={styles.quiet}>{t('plantAdmin:groups.defaultsHint')}</p>
      {PERMISSIONS.map((name) => (
        <Switch
          key={name}
          size="sm"
          label={t(`plantAdmin:groups.permission.${name}`)}
          checked={draft.permissions[name]}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ permissions: { ...draft.permissions, [name]: checked } })
          }
        />
      ))}
      <NumberInput
        label={t('plantAdmin:groups.field.tMax')}
        min={0}
        max={MAX_HOURS}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.hours}
        onChange={(value) => onChange({ hours: Number(value) })}
      />
    </fieldset>
  );
}

function MemberList({ peerId, group }: { peerId: number; group: Group }): ReactElement {
  const t = useT();
  const { data, isError } = useQuery(groupMembersQuery(peerId, group.id));
  return (
    <fieldset className={styles.set}>
      <legend>{t('plantAdmin:groups.members', { count: group.members })}</legend>
      {isError && <p className={styles.quiet}>{t('plantAdmin:failed')}</p>}
      {data?.objects.length === 0 && <p className={styles.quiet}>{t('plantAdmin:groups.noMembers')}</p>}
      {data !== undefined && data.objects.length > 0 && (
        <ul className={styles.members}>
          {data.objects.map((person) => (
            <li key={person.id}>
              {formatPersonName(person)}
              {person.active === 0 && (
                <StatusChip tone="nt" size="sm" variant="tint" word={t('plantAdmin:groups.disabled')} />
              )}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** Full name of a person, with the username where it differs. */
export const formatPersonName = ({ username, fullname }: Pick<PersonRef, 'username' | 'fullname'>): string =>
  fullname === '' || fullname === username ? username : `${fullname} (${username})`;
