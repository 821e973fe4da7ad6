import { Button, Checkbox, Group, Modal, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AlertRecipient } from '@varco/contract/plant/alert-channels.ts';
import { ALERT_KINDS } from '@varco/domain/alerts/alert-kinds.ts';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { plantGatesQuery } from './alerts.api.ts';
import { buildRecipientBody, type RecipientDraft, createRecipientDraft } from './channel-forms.ts';
import { SaveRefusal } from './ChannelDialog.tsx';
import { saveRecipient } from './channels.api.ts';
import styles from './alerts.module.css';

const CHANNELS = ['mail', 'telegram', 'tetra'] as const;

interface Props {
  readonly peerId: number;
  readonly existing: AlertRecipient | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}
interface FieldsProps {
  readonly draft: RecipientDraft;
  readonly onChange: (more: Partial<RecipientDraft>) => void;
}

/** Form of one recipient: who is notified, about what, and when. */
export function RecipientDialog({ peerId, existing: before, onClose, onSaved }: Props): ReactElement {
  const t = useT();
  const [draft, setDraft] = useState(() => createRecipientDraft(before));
  const save = useMutation({
    mutationFn: () => saveRecipient(peerId, before, buildRecipientBody(draft)),
    onSuccess: onSaved,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  const part: FieldsProps = { draft, onChange: (more) => setDraft({ ...draft, ...more }) };
  const isComplete =
    draft.name.trim() !== '' &&
    draft.address.trim() !== '' &&
    draft.kinds.length > 0 &&
    (draft.getsNew || draft.getsReminders);
  const title = before === null ? t('channels:addRecipient') : t('channels:recipient', { name: before.nome });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form className={styles.settings} onSubmit={submit} noValidate>
        <AddressFields {...part} />
        <SelectionFields {...part} peerId={peerId} />
        <QuietHoursFields {...part} />
        <RateFields {...part} />
        <Switch
          size="sm"
          label={t('channels:active')}
          checked={draft.padTwo}
          onChange={({ currentTarget: { checked } }) => part.onChange({ padTwo: checked })}
        />
        <SaveRefusal error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isComplete}>
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function AddressFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Select
        label={t('channels:columns.channel')}
        allowDeselect={false}
        value={draft.channel}
        data={CHANNELS.map((value) => ({ value, label: t(`channels:kind.${value}`) }))}
        onChange={(value) => onChange({ channel: CHANNELS.find((one) => one === value) ?? 'mail' })}
      />
      <TextInput
        label={t('channels:name')}
        value={draft.name}
        maxLength={80}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <TextInput
        label={t(`channels:reach.${draft.channel}`)}
        value={draft.address}
        maxLength={254}
        onChange={({ currentTarget: { value } }) => onChange({ address: value })}
      />
      <TextInput
        label={t('channels:person')}
        description={t('channels:personHint')}
        autoComplete="off"
        value={draft.person}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onChange({ person: value })}
      />
    </>
  );
}

function SelectionFields({ draft, onChange, peerId }: FieldsProps & { readonly peerId: number }): ReactElement {
  const t = useT();
  const gates = useQuery(plantGatesQuery(peerId)).data?.objects ?? [];
  return (
    <>
      <Checkbox.Group
        label={t('channels:kinds')}
        value={[...draft.kinds]}
        onChange={(chosen) => onChange({ kinds: ALERT_KINDS.filter((kind) => chosen.includes(kind)) })}
      >
        {ALERT_KINDS.map((kind) => (
          <Checkbox key={kind} value={kind} size="xs" mt={8} label={t(`alerts:kind.${kind}`)} />
        ))}
      </Checkbox.Group>
      <MultiSelect
        searchable
        label={t('channels:gates')}
        placeholder={draft.gates.length === 0 ? t('channels:gatesAll') : ''}
        value={draft.gates.map(String)}
        data={gates.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
        onChange={(chosen) => onChange({ gates: chosen.map(Number) })}
      />
      <Checkbox
        size="xs"
        label={t('channels:getsNew')}
        checked={draft.getsNew}
        onChange={({ currentTarget: { checked } }) => onChange({ getsNew: checked })}
      />
      <Checkbox
        size="xs"
        label={t('channels:getsUrged')}
        checked={draft.getsReminders}
        onChange={({ currentTarget: { checked } }) => onChange({ getsReminders: checked })}
      />
    </>
  );
}

function QuietHoursFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Switch
        size="sm"
        label={t('channels:quietOn')}
        checked={draft.isQuiet}
        onChange={({ currentTarget: { checked } }) => onChange({ isQuiet: checked })}
      />
      {draft.isQuiet && (
        <>
          <Group grow>
            <TextInput
              type="time"
              label={t('channels:quietFrom')}
              value={draft.from}
              onChange={({ currentTarget: { value } }) => onChange({ from: value })}
            />
            <TextInput
              type="time"
              label={t('channels:quietTo')}
              value={draft.to}
              onChange={({ currentTarget: { value } }) => onChange({ to: value })}
            />
          </Group>
          <Checkbox
            size="xs"
            label={t('channels:urgentAlways')}
            checked={draft.urgentAlways}
            onChange={({ currentTarget: { checked } }) => onChange({ urgentAlways: checked })}
          />
        </>
      )}
    </>
  );
}

function RateFields({ draft, onChange }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Group grow align="end">
        <NumberInput
          label={t('channels:cooldown')}
          min={0}
          max={1440}
          allowDecimal={false}
          value={draft.cooldown}
          onChange={(value) => onChange({ cooldown: Number(value) })}
        />
        <NumberInput
          label={t('channels:perMinute')}
          min={1}
          max={60}
          allowDecimal={false}
          value={draft.perMinute}
          onChange={(value) => onChange({ perMinute: Number(value) })}
        />
      </Group>
      <Select
        label={t('channels:language')}
        allowDeselect={false}
        value={draft.language}
        data={(['it', 'en'] as const).map((value) => ({ value, label: t(`channels:languages.${value}`) }))}
        onChange={(value) => onChange({ language: value === 'en' ? 'en' : 'it' })}
      />
    </>
  );
}
