import { MultiSelect, TextInput } from '@mantine/core';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { formatItalianDay } from '@varco/domain/blacklist/expiry.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { SectionProps } from './AccountSection.tsx';
import { listAssignableGates } from './grantable-rights.ts';
import type { Manager } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import type { FormOptions } from './users.api.ts';

/** Limits section: search range, gates and districts a user may see. */
export function LimitsSection(props: SectionProps & { manager: Manager; choices: FormOptions }): ReactElement {
  const t = useT();
  const { form, onChange, faults, manager, choices, isReadOnly } = props;
  const input = listAssignableGates(manager);
  const gates = choices.gates.filter(({ id }) => input === null || input.includes(id) || form.gates.includes(id));
  return (
    <fieldset className={styles.fieldset} disabled={isReadOnly}>
      <legend className={styles.legend}>{t('users:form.limits')}</legend>
      <TextInput
        label={t('users:form.t_max')}
        description={t('users:form.t_maxHint')}
        inputMode="numeric"
        maxLength={7}
        error={faults.has('t_max') ? t('users:form.fault.t_max') : undefined}
        value={form.tMax}
        onChange={(event) => onChange({ tMax: event.currentTarget.value.trim() })}
      />
      <div className={styles.part}>
        <Segmented
          label={t('users:form.gates')}
          size="sm"
          value={form.hasAllGates ? 'all' : 'some'}
          options={[
            {
              id: 'all',
              label: t('users:form.allGates'),
              isDisabled: isReadOnly || (input !== null && !form.hasAllGates),
            },
            { id: 'some', label: t('users:form.someGates'), isDisabled: isReadOnly },
          ]}
          onChange={(id) => onChange({ hasAllGates: id === 'all' })}
        />
        {!form.hasAllGates && (
          <MultiSelect
            label={t('users:form.gates')}
            description={t('users:form.gatesHint')}
            searchable
            data={gates.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
            value={form.gates.map(String)}
            onChange={(values) => onChange({ gates: values.map(Number) })}
          />
        )}
      </div>
      {choices.districts.length > 0 && (
        <MultiSelect
          label={t('users:form.districts')}
          description={t('users:form.districtsHint')}
          searchable
          data={choices.districts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.districts.map(String)}
          onChange={(values) => onChange({ districts: values.map(Number) })}
        />
      )}
    </fieldset>
  );
}

const toRemoteKey = (code: number): 'c0' | 'c1' | 'c2' => {
  if (code === 0) return 'c0';
  return code === 1 ? 'c1' : 'c2';
};

/** Read-only facts that are changed elsewhere: remote activity (CAM-11), INTERFORCE list, password, lists. */
export function FactsSection({ user }: { user: PlantUserRecord }): ReactElement {
  const t = useT();
  const { liste: lists, scadenza_password: end } = user;
  const facts: readonly (readonly [string, string])[] = [
    [t('users:form.remote'), t(`users:form.remoteCode.${toRemoteKey(user.attivita_remota)}`)],
    [t('users:form.interforce'), t(`users:form.standing.${user.interforze}`)],
    [t('users:form.created'), user.created_by_username ?? '—'],
    [t('users:form.passwordSince'), formatItalianDay(user.data_password)],
    ...(end === null ? [] : [[t('users:form.passwordUntil'), formatItalianDay(end)] as const]),
    [t('users:form.lists'), t('users:lists.count', { ...lists })],
  ];
  return (
    <section aria-label={t('users:form.facts')} className={styles.part}>
      <h3 className={styles.heading}>{t('users:form.facts')}</h3>
      <KeyValueList labelWidth={150} items={facts.map(([label, value]) => ({ key: label, label, value }))} />
    </section>
  );
}
