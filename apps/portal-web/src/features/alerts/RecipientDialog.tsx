import { Checkbox, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AlertRecipient } from '@varco/contract/plant/alert-channels.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { plantGatesQuery } from './alerts.api.ts';
import {
  buildRecipientBody,
  createRecipientDraft,
  isRecipientComplete,
  parseMinuteOfDay,
  type RecipientDraft,
} from './channel-forms.ts';
import { saveRecipient } from './channels.api.ts';
import { formatSaveRefusal } from './save-refusal.ts';

const CHANNELS = ['mail', 'telegram', 'tetra'] as const;
const LANGUAGES = ['it', 'en'] as const;

interface Props {
  readonly peerId: number;
  readonly existing: AlertRecipient | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}
interface FieldsProps {
  readonly form: UseFormReturnType<RecipientDraft>;
}

/** Form of one recipient: who is notified, about what, and when. */
export function RecipientDialog({ peerId, existing, onClose, onSaved }: Props): ReactElement {
  const t = useT();
  const form = useForm<RecipientDraft>({ initialValues: createRecipientDraft(existing) });
  const save = useMutation({
    mutationFn: () => saveRecipient(peerId, existing, buildRecipientBody(form.values)),
    onSuccess: onSaved,
  });
  return (
    <SaveDialog
      title={existing === null ? t('channels:addRecipient') : t('channels:recipient', { name: existing.nome })}
      error={formatSaveRefusal(save.error, t)}
      canSave={isRecipientComplete(form.values)}
      isSaving={save.isPending}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <FormGrid columns={2}>
        <AddressFields form={form} />
        <SelectionFields form={form} peerId={peerId} />
        <QuietHoursFields form={form} />
        <RateFields form={form} />
        <Switch label={t('channels:active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
      </FormGrid>
    </SaveDialog>
  );
}

function AddressFields({ form }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Select
        label={t('channels:columns.channel')}
        allowDeselect={false}
        data={CHANNELS.map((value) => ({ value, label: t(`channels:kind.${value}`) }))}
        {...form.getInputProps('channel')}
      />
      <TextInput label={t('channels:name')} maxLength={80} {...form.getInputProps('name')} />
      <TextInput
        label={t(`channels:reach.${form.values.channel}`)}
        maxLength={254}
        {...form.getInputProps('address')}
      />
      <TextInput
        label={t('channels:person')}
        description={t('channels:personHint')}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('person')}
      />
    </>
  );
}

function SelectionFields({ form, peerId }: FieldsProps & { readonly peerId: number }): ReactElement {
  const t = useT();
  const gates = useQuery(plantGatesQuery(peerId)).data?.objects ?? [];
  const { kinds, gates: chosen } = form.values;
  return (
    <>
      <FormWide>
        <Checkbox.Group
          label={t('channels:kinds')}
          value={[...kinds]}
          onChange={(list) =>
            form.setFieldValue(
              'kinds',
              ALERT_KINDS.filter((kind) => list.includes(kind)),
            )
          }
        >
          <FormGrid columns={3}>
            {ALERT_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`alerts:kind.${kind}`)} />
            ))}
          </FormGrid>
        </Checkbox.Group>
      </FormWide>
      <FormWide>
        <MultiSelect
          searchable
          label={t('channels:gates')}
          placeholder={chosen.length === 0 ? t('channels:gatesAll') : ''}
          value={chosen.map(String)}
          data={gates.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
          onChange={(list) => form.setFieldValue('gates', list.map(Number))}
        />
      </FormWide>
      <Checkbox label={t('channels:getsNew')} {...form.getInputProps('getsNew', { type: 'checkbox' })} />
      <Checkbox label={t('channels:getsUrged')} {...form.getInputProps('getsReminders', { type: 'checkbox' })} />
      <Checkbox label={t('channels:getsSupervised')} {...form.getInputProps('isSupervisor', { type: 'checkbox' })} />
    </>
  );
}

function QuietHoursFields({ form }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <FormWide>
        <Switch label={t('channels:quietOn')} {...form.getInputProps('isQuiet', { type: 'checkbox' })} />
      </FormWide>
      {form.values.isQuiet && (
        <>
          <QuietHourField form={form} name="from" label={t('channels:quietFrom')} />
          <QuietHourField form={form} name="to" label={t('channels:quietTo')} />
          <FormWide>
            <Checkbox
              label={t('channels:urgentAlways')}
              {...form.getInputProps('urgentAlways', { type: 'checkbox' })}
            />
          </FormWide>
        </>
      )}
    </>
  );
}

/** A time as the product writes it; the browser's own field would show am and pm to an English browser. */
function QuietHourField({ form, name, label }: FieldsProps & { name: 'from' | 'to'; label: string }): ReactElement {
  const t = useT();
  return (
    <TextInput
      label={label}
      placeholder={t('channels:hourForm')}
      autoComplete="off"
      maxLength={5}
      {...form.getInputProps(name)}
      error={parseMinuteOfDay(form.values[name]) === null && t('channels:hourFault')}
    />
  );
}

function RateFields({ form }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <NumberInput
        label={t('channels:cooldown')}
        min={0}
        max={1440}
        allowDecimal={false}
        {...form.getInputProps('cooldown')}
      />
      <NumberInput
        label={t('channels:perMinute')}
        min={1}
        max={60}
        allowDecimal={false}
        {...form.getInputProps('perMinute')}
      />
      <Select
        label={t('channels:language')}
        allowDeselect={false}
        data={LANGUAGES.map((value) => ({ value, label: t(`channels:languages.${value}`) }))}
        {...form.getInputProps('language')}
      />
    </>
  );
}
