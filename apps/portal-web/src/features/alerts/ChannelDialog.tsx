import { Button, Group, Modal, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ChannelSettings, ChannelState } from '@varco/contract/plant/alert-channels.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { type ChannelDraft, buildChannelBody, createChannelDraft } from './channel-forms.ts';
import { toSaveRefusal, saveChannel } from './channels.api.ts';
import styles from './alerts.module.css';

interface Props {
  readonly peerId: number;
  readonly state: ChannelState;
  readonly settings: ChannelSettings;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Settings of one channel. A secret is typed anew or left unchanged; it is never shown. */
export function ChannelDialog({ peerId, state, settings, onClose, onSaved }: Props): ReactElement {
  const t = useT();
  const [draft, setDraft] = useState(() => createChannelDraft(state, settings));
  const save = useMutation({
    mutationFn: () => saveChannel(peerId, buildChannelBody(state, draft)),
    onSuccess: onSaved,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate();
  };
  const updateDraft = (more: Partial<ChannelDraft>): void => setDraft({ ...draft, ...more });
  return (
    <Modal opened onClose={onClose} title={t('channels:settings', { channel: t(`channels:kind.${state.tipo}`) })}>
      <form className={styles.settings} onSubmit={submit} noValidate>
        <Switch
          size="sm"
          label={t('channels:enabled')}
          checked={draft.isOn}
          onChange={({ currentTarget: { checked } }) => updateDraft({ isOn: checked })}
        />
        <Switch
          size="sm"
          label={t('channels:showsPlate')}
          description={t('channels:showsPlateHint')}
          checked={draft.showsPlate}
          onChange={({ currentTarget: { checked } }) => updateDraft({ showsPlate: checked })}
        />
        {state.tipo === 'mail' && <MailFields draft={draft} onChange={updateDraft} />}
        <ServiceFields state={state} draft={draft} onChange={updateDraft} />
        <SaveRefusal error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface FieldProps {
  readonly draft: ChannelDraft;
  readonly onChange: (more: Partial<ChannelDraft>) => void;
}

/** Address, secret and certificate of an external service. */
function ServiceFields({ state, draft, onChange }: FieldProps & { readonly state: ChannelState }): ReactElement {
  const t = useT();
  return (
    <>
      {(state.tipo === 'telegram' || state.tipo === 'tetra') && (
        <TextInput
          label={t(`channels:address.${state.tipo}`)}
          value={draft.address}
          maxLength={300}
          onChange={({ currentTarget: { value } }) => onChange({ address: value })}
        />
      )}
      {state.tipo === 'push' ? (
        <TextInput
          label={t('channels:contact')}
          description={t('channels:contactHint')}
          value={draft.sender}
          maxLength={254}
          onChange={({ currentTarget: { value } }) => onChange({ sender: value })}
        />
      ) : (
        <>
          <PasswordInput
            label={t(`channels:secret.${state.tipo}`)}
            description={state.ha_segreto ? t('channels:secretKept') : undefined}
            autoComplete="new-password"
            value={draft.secret}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => onChange({ secret: value })}
          />
          <Textarea
            label={t('channels:authority')}
            description={t('channels:authorityHint')}
            rows={2}
            value={draft.authority}
            maxLength={8000}
            onChange={({ currentTarget: { value } }) => onChange({ authority: value })}
          />
        </>
      )}
    </>
  );
}

/** Why the plant rejected the change. */
export function SaveRefusal({ error }: { error: Error | null }): ReactElement | null {
  const t = useT();
  if (error === null) return null;
  const { reason, field } = toSaveRefusal(error);
  return (
    <Notice tone="al" isUrgent>
      {t(`channels:refused.${reason}`, { field: t(`channels:fields.${field}`) })}
    </Notice>
  );
}

function MailFields({ draft, onChange }: FieldProps): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('channels:server')}
        value={draft.server}
        maxLength={253}
        onChange={({ currentTarget: { value } }) => onChange({ server: value })}
      />
      <Group grow>
        <NumberInput
          label={t('channels:port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          value={draft.port}
          onChange={(value) => onChange({ port: Number(value) })}
        />
        <Select
          label={t('channels:security')}
          allowDeselect={false}
          value={draft.security}
          data={(['tls', 'starttls', 'nessuna'] as const).map((value) => ({
            value,
            label: t(`channels:securities.${value}`),
          }))}
          onChange={(value) => onChange({ security: value === 'tls' || value === 'nessuna' ? value : 'starttls' })}
        />
      </Group>
      <TextInput
        label={t('channels:sender')}
        value={draft.sender}
        maxLength={254}
        onChange={({ currentTarget: { value } }) => onChange({ sender: value })}
      />
      <TextInput
        label={t('channels:user')}
        autoComplete="off"
        value={draft.user}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => onChange({ user: value })}
      />
    </>
  );
}
