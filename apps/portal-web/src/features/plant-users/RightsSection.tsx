import { MultiSelect, Select, Switch } from '@mantine/core';
import type { Group } from '@varco/contract/plant/groups.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { SectionProps } from './AccountSection.tsx';
import { listAssignableGroups, canGrantFlag, applyGroupDefaults } from './grantable-rights.ts';
import { managesAll, type Manager } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { FORM_FLAGS, type FormFlag, toRole, type UserForm } from './user-form.ts';
import { formatRole } from './users-columns.tsx';

interface Props extends SectionProps {
  readonly manager: Manager;
  readonly groups: readonly Group[];
  /** Current values; null: a new user. */
  readonly before: UserForm | null;
}

/** Rights section: group, role and permissions, each with a description (TPERM-15, TPERM-16). */
export function RightsSection(props: Props): ReactElement {
  const t = useT();
  const { form, isReadOnly } = props;
  return (
    <>
      <fieldset className={styles.fieldset} disabled={isReadOnly}>
        <legend className={styles.legend}>{t('users:form.role')}</legend>
        <GroupFields {...props} />
      </fieldset>
      <fieldset className={styles.fieldset} disabled={isReadOnly} data-rights>
        <legend className={styles.legend}>{t('users:form.rights')}</legend>
        {FORM_FLAGS.map((flag) => (
          <FlagSwitch key={flag} {...props} flag={flag} />
        ))}
        <Switch
          label={t('users:form.insert_bl')}
          description={t('users:form.insert_blHint')}
          checked={form.insertBl}
          onChange={(event) => props.onChange({ insertBl: event.currentTarget.checked })}
        />
        <AudienceFields {...props} />
      </fieldset>
    </>
  );
}

function GroupFields({ form, onChange, faults, manager, groups, before, isNew }: Props): ReactElement {
  const t = useT();
  const input = new Set(listAssignableGroups(manager, groups).map(({ id }) => id));
  const group = groups.find(({ id }) => id === form.groupId);
  const level = group === undefined ? null : form.admin ? Math.max(group.level, PLANT_ADMIN_LEVEL) : group.level;
  const choose = (value: string | null): void => {
    const chosen = groups.find(({ id }) => String(id) === value);
    if (chosen !== undefined) onChange(isNew ? applyGroupDefaults(form, manager, chosen) : { groupId: chosen.id });
  };
  return (
    <>
      <Select
        label={t('users:form.group')}
        description={t('users:form.groupHint')}
        required
        searchable
        allowDeselect={false}
        error={faults.has('group_id') ? t('users:form.fault.group_id') : undefined}
        data={groups.map((one) => ({
          value: String(one.id),
          label: `${one.name} · ${formatRole(t, one.level)}`,
          disabled: !input.has(one.id) && one.id !== before?.groupId,
        }))}
        value={form.groupId === null ? null : String(form.groupId)}
        onChange={choose}
      />
      {level !== null && <Notice tone="in">{t(`users:roleText.${toRole(level)}`)}</Notice>}
      <Switch
        label={t('users:form.admin')}
        description={t('users:form.adminHint')}
        checked={form.admin}
        disabled={!managesAll(manager)}
        onChange={(event) => onChange({ admin: event.currentTarget.checked })}
      />
    </>
  );
}

function FlagSwitch({ flag, form, onChange, manager, before }: Props & { flag: FormFlag }): ReactElement {
  const t = useT();
  const isDenied = !form.flags[flag] && before?.flags[flag] !== true && !canGrantFlag(manager, flag);
  const hint = t(`users:form.${flag}Hint`);
  return (
    <Switch
      label={t(`users:form.${flag}`)}
      description={isDenied ? `${hint} ${t('users:form.notYours')}` : hint}
      checked={form.flags[flag]}
      disabled={isDenied}
      onChange={(event) => onChange({ flags: { ...form.flags, [flag]: event.currentTarget.checked } })}
    />
  );
}

function AudienceFields({ form, onChange, groups, manager }: Props): ReactElement {
  const t = useT();
  const isInput = (id: number): boolean =>
    managesAll(manager) ||
    id === manager.group_id ||
    manager.assignable_bl_groups.includes(id) ||
    form.assignable.includes(id);
  return (
    <MultiSelect
      label={t('users:form.assignable_bl_groups')}
      description={t('users:form.assignable_bl_groupsHint')}
      searchable
      data={groups.filter(({ id }) => isInput(id)).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={form.assignable.map(String)}
      onChange={(values) => onChange({ assignable: values.map(Number) })}
    />
  );
}
