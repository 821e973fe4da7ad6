import { Textarea, TextInput } from '@mantine/core';
import { formatItalianDay, latestExpiryDay } from '@varco/domain/blacklist/expiry.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement, ReactNode } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { type EntryFault, type EntryFormState, MAX_FIELD_LENGTHS } from './entry-form.ts';
import { ExpiryField } from './ExpiryField.tsx';
import styles from './Lists.module.css';

interface DetailsProps {
  readonly form: EntryFormState;
  readonly faults: Readonly<Partial<Record<string, EntryFault>>>;
  /** True for a plate taken from results or of an existing entry. */
  readonly isPlateLocked: boolean;
  readonly isReadOnly: boolean;
  readonly children?: ReactNode;
}

const TEXT_NAMES = ['chassis', 'brand', 'model', 'status'] as const;

/** Left column of the form: vehicle, reason, expiry (T 2.14). */
export function EntryDetails(props: DetailsProps): ReactElement {
  const t = useT();
  const { form, faults, isPlateLocked, isReadOnly } = props;
  return (
    <section className={styles.column} aria-label={t('lists:form.details')}>
      <h3 className={styles.title}>{t('lists:form.details')}</h3>
      {props.children}
      <FormGrid columns={2}>
        <TextInput
          name="plate"
          label={t('lists:field.plate')}
          description={isPlateLocked ? t('lists:field.plateLocked') : t('lists:field.plateHint')}
          required
          maxLength={MAX_FIELD_LENGTHS.plate}
          readOnly={isPlateLocked}
          data-autofocus={!isPlateLocked || undefined}
          autoComplete="off"
          {...form.getInputProps('plate')}
          error={form.values.plate === '' ? undefined : formatFault(t, faults['plate'])}
          onChange={(event) => form.setFieldValue('plate', event.currentTarget.value.toUpperCase())}
        />
        {TEXT_NAMES.map((name) => (
          <TextInput
            key={name}
            name={name}
            label={t(`lists:field.${name}`)}
            maxLength={MAX_FIELD_LENGTHS[name]}
            readOnly={isReadOnly}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ))}
        {(['note1', 'note2'] as const).map((name) => (
          <FormWide key={name}>
            <Textarea
              name={name}
              label={t(`lists:field.${name}`)}
              description={t('lists:field.count', {
                used: form.values[name].length,
                most: MAX_FIELD_LENGTHS[name],
              })}
              maxLength={MAX_FIELD_LENGTHS[name]}
              rows={2}
              readOnly={isReadOnly}
              {...form.getInputProps(name)}
            />
          </FormWide>
        ))}
      </FormGrid>
      <ExpiryField
        value={form.values.expiry}
        fault={formatFault(t, faults['expiry'])}
        isReadOnly={isReadOnly}
        onChange={(expiry) => form.setFieldValue('expiry', expiry)}
      />
    </section>
  );
}

export function formatFault(t: Translate, fault: EntryFault | undefined): string | undefined {
  return fault === undefined
    ? undefined
    : t(`lists:fault.${fault}`, { date: formatItalianDay(latestExpiryDay(nowMs())), address: '' });
}
