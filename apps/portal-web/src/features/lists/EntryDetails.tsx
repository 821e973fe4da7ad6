import { Textarea, TextInput } from '@mantine/core';
import {
  formatItalianDay,
  latestExpiryDay,
  QUICK_EXPIRIES,
  resolveQuickExpiry,
} from '@varco/domain/blacklist/expiry.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement, ReactNode } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { type EntryFault, type EntryForm, MAX_FIELD_LENGTHS } from './entry-form.ts';
import styles from './Lists.module.css';

interface DetailsProps {
  readonly form: EntryForm;
  readonly onChange: (form: EntryForm) => void;
  readonly faults: Readonly<Partial<Record<string, EntryFault>>>;
  /** True for a plate taken from results or of an existing entry. */
  readonly isPlateLocked: boolean;
  readonly isReadOnly: boolean;
  readonly children?: ReactNode;
}

type TextName = Exclude<keyof typeof MAX_FIELD_LENGTHS, 'plate'>;

/** Left column of the form: vehicle, reason, expiry (T 2.14). */
export function EntryDetails(props: DetailsProps): ReactElement {
  const t = useT();
  const { form, onChange, faults, isPlateLocked, isReadOnly } = props;
  const text = (name: TextName) => (
    <TextField {...{ name, form, onChange, isReadOnly }} label={t(`lists:field.${name}`)} />
  );
  const plateFault = form.plate === '' ? undefined : faults['plate'];
  return (
    <section className={styles.column} aria-label={t('lists:form.details')}>
      <h3 className={styles.title}>{t('lists:form.details')}</h3>
      {props.children}
      <div className={styles.pair}>
        <TextInput
          name="plate"
          label={t('lists:field.plate')}
          description={isPlateLocked ? t('lists:field.plateLocked') : t('lists:field.plateHint')}
          required
          maxLength={MAX_FIELD_LENGTHS.plate}
          value={form.plate}
          readOnly={isPlateLocked}
          data-autofocus={!isPlateLocked || undefined}
          autoComplete="off"
          error={formatFault(t, plateFault)}
          onChange={(event) => onChange({ ...form, plate: event.currentTarget.value.toUpperCase() })}
        />
        {text('chassis')}
      </div>
      <div className={styles.pair}>
        {text('brand')}
        {text('model')}
      </div>
      {text('status')}
      <NoteField {...{ form, onChange, isReadOnly }} name="note1" />
      <NoteField {...{ form, onChange, isReadOnly }} name="note2" />
      <ExpiryField {...{ form, onChange, isReadOnly }} fault={faults['expiry']} />
    </section>
  );
}

export function formatFault(t: Translate, fault: EntryFault | undefined): string | undefined {
  return fault === undefined
    ? undefined
    : t(`lists:fault.${fault}`, { date: formatItalianDay(latestExpiryDay(nowMs())), address: '' });
}

interface FieldProps {
  readonly form: EntryForm;
  readonly onChange: (form: EntryForm) => void;
  readonly isReadOnly: boolean;
}

function TextField(props: FieldProps & { name: TextName; label: string }): ReactElement {
  const { name, label, form, onChange, isReadOnly } = props;
  return (
    <TextInput
      name={name}
      label={label}
      maxLength={MAX_FIELD_LENGTHS[name]}
      value={form[name]}
      readOnly={isReadOnly}
      autoComplete="off"
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
    />
  );
}

function NoteField(props: FieldProps & { name: 'note1' | 'note2' }): ReactElement {
  const t = useT();
  const { name, form, onChange, isReadOnly } = props;
  return (
    <Textarea
      name={name}
      label={t(`lists:field.${name}`)}
      description={t('lists:field.count', { used: form[name].length, most: MAX_FIELD_LENGTHS[name] })}
      maxLength={MAX_FIELD_LENGTHS[name]}
      rows={2}
      value={form[name]}
      readOnly={isReadOnly}
      onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
    />
  );
}

/** Expiry as a date or keyword, with shortcuts (T 2.14, T 5.3). */
function ExpiryField(props: FieldProps & { fault: EntryFault | undefined }): ReactElement {
  const t = useT();
  const { form, onChange, isReadOnly, fault } = props;
  const quick = QUICK_EXPIRIES.map((choice) => ({
    choice,
    text: formatItalianDay(resolveQuickExpiry(choice, nowMs())),
  }));
  const chosen = quick.find(({ text }) => text === form.expiry)?.choice.id ?? null;
  return (
    <>
      <TextInput
        name="expiry"
        label={t('lists:field.expiry')}
        description={t('lists:field.expiryHint')}
        required
        maxLength={25}
        value={form.expiry}
        readOnly={isReadOnly}
        autoComplete="off"
        error={formatFault(t, fault)}
        onChange={(event) => onChange({ ...form, expiry: event.currentTarget.value })}
      />
      {!isReadOnly && (
        <Segmented
          label={t('lists:field.quick')}
          size="sm"
          value={chosen}
          options={quick.map(({ choice }) => ({ id: choice.id, label: t(`lists:field.quick${choice.id}`) }))}
          onChange={(id) =>
            onChange({ ...form, expiry: quick.find(({ choice }) => choice.id === id)?.text ?? form.expiry })
          }
        />
      )}
    </>
  );
}
