import { Button, CopyButton, Modal, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isChannelAddress } from '@varco/contract/plant/alert-channels.ts';
import { DEVICE_KINDS, type Device, type DeviceCode, type DeviceKind } from '@varco/contract/plant/devices.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { FormDialog } from './FormDialog.tsx';
import { formatPersonName } from './GroupDialog.tsx';
import { addDevice, selectablePeopleQuery, renewCode, renewDeviceCode } from './plant-admin.api.ts';
import styles from './PlantAdmin.module.css';
import type { AdminPlant } from './PlantAdminLayout.tsx';

/** A one-time code and the device it enrols. */
export interface IssuedCode {
  readonly name: string;
  readonly code: DeviceCode;
}

/** P 8: a popup reports a device that is already associated. */
const showAlreadyAssociated = (error: Error): void => {
  if (error instanceof ApiError && error.subCode === 'device_already_associated') notifyError(error);
};

/** Registers a device by kind, name and owner; its user enrols it with the code. */
export function AddDeviceDialog(props: {
  plant: AdminPlant;
  onMade: (input: IssuedCode) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const lingua = useLanguage();
  const { plant, onMade, onClose } = props;
  const [draft, setDraft] = useState({ kind: 'pc' as DeviceKind, name: '', owner: null as number | null, chat: '' });
  const isChat = draft.kind === 'telegram';
  const chat = isChat ? draft.chat.trim() : '';
  const isGood = draft.name.trim() !== '' && (!isChat || isChannelAddress('telegram', chat));
  const make = useMutation({
    mutationFn: () =>
      addDevice(plant.peerId, { kind: draft.kind, nome: draft.name.trim(), user_id: draft.owner, chat, lingua }),
    onSuccess: ({ device, codice }) => onMade({ name: device.nome, code: codice }),
    onError: showAlreadyAssociated,
  });
  return (
    <FormDialog
      title={t('plantAdmin:devices.addTitle', { plant: plant.label })}
      saveLabel={t('plantAdmin:devices.create')}
      canSave={isGood && !make.isPending}
      isSaving={make.isPending}
      error={make.error}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('plantAdmin:devices.field.kind')}
        allowDeselect={false}
        value={draft.kind}
        data={DEVICE_KINDS.map((value) => ({ value, label: t(`plantAdmin:devices.kind.${value}`) }))}
        onChange={(value) => setDraft({ ...draft, kind: DEVICE_KINDS.find((kind) => kind === value) ?? 'pc' })}
      />
      <DeviceNameField value={draft.name} onValue={(name) => setDraft({ ...draft, name })} />
      {isChat && (
        <TextInput
          label={t('plantAdmin:devices.field.chat')}
          description={t('plantAdmin:devices.field.chatHint')}
          required
          maxLength={33}
          value={draft.chat}
          onChange={(event) => setDraft({ ...draft, chat: event.currentTarget.value })}
        />
      )}
      <DeviceOwnerField
        peerId={plant.peerId}
        owner={draft.owner}
        hint={t('plantAdmin:devices.field.ownerHint')}
        onOwner={(owner) => setDraft({ ...draft, owner })}
      />
    </FormDialog>
  );
}

function DeviceNameField({ value, onValue }: { value: string; onValue: (value: string) => void }): ReactElement {
  const t = useT();
  return (
    <TextInput
      label={t('plantAdmin:devices.field.name')}
      required
      data-autofocus
      maxLength={80}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

/** `fixed`: name of an owner that cannot be changed. */
function DeviceOwnerField(props: {
  peerId: number;
  owner: number | null;
  hint: string;
  fixed?: string | null;
  onOwner: (owner: number | null) => void;
}): ReactElement {
  const t = useT();
  const { fixed } = props;
  const people = useQuery({ ...selectablePeopleQuery(props.peerId, true), enabled: fixed === undefined });
  if (fixed !== undefined)
    return (
      <TextInput
        label={t('plantAdmin:devices.field.owner')}
        description={props.hint}
        readOnly
        value={fixed ?? t('plantAdmin:devices.nobody')}
      />
    );
  return (
    <Select
      label={t('plantAdmin:devices.field.owner')}
      description={props.hint}
      error={people.isError ? t('plantAdmin:failed') : undefined}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={t('plantAdmin:none')}
      value={props.owner === null ? null : String(props.owner)}
      data={(people.data?.objects ?? []).map((person) => ({
        value: String(person.id),
        label: formatPersonName(person),
      }))}
      onChange={(value) => props.onOwner(value === null ? null : Number(value))}
    />
  );
}

/** Edits the name of a device, and its owner until it is enrolled. */
export function EditDeviceDialog(props: {
  plant: AdminPlant;
  device: Device;
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, device, onSaved, onClose } = props;
  const [draft, setDraft] = useState({ name: device.nome, owner: device.user_id });
  const isEnrolled = device.stato === 'attivo' || device.stato === 'sospeso';
  const save = useMutation({
    mutationFn: () => renewDeviceCode(plant.peerId, device.id, { nome: draft.name.trim(), user_id: draft.owner }),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
    onError: showAlreadyAssociated,
  });
  const until = device.codice_scade_il === null ? '' : formatTime(device.codice_scade_il);
  return (
    <FormDialog
      title={t('plantAdmin:devices.editTitle', { name: device.nome })}
      canSave={draft.name.trim() !== '' && !save.isPending}
      isSaving={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Notice tone={device.stato === 'attivo' ? 'ok' : device.stato === 'attesa' ? 'in' : 'wa'}>
        {t(`plantAdmin:devices.stateHint.${device.stato}`, { time: until })}
      </Notice>
      <DeviceNameField value={draft.name} onValue={(name) => setDraft({ ...draft, name })} />
      {device.android_id !== '' && (
        <TextInput label={t('plantAdmin:devices.field.android')} readOnly value={device.android_id} />
      )}
      {device.chat !== '' && <TextInput label={t('plantAdmin:devices.field.chat')} readOnly value={device.chat} />}
      <DeviceOwnerField
        peerId={plant.peerId}
        owner={draft.owner}
        hint={t(isEnrolled ? 'plantAdmin:devices.field.ownerFixed' : 'plantAdmin:devices.field.ownerHint')}
        {...(isEnrolled ? { fixed: device.username } : {})}
        onOwner={(owner) => setDraft({ ...draft, owner })}
      />
    </FormDialog>
  );
}

/** Issues a new code that replaces the previous one. */
export function RenewCodeDialog(props: {
  plant: AdminPlant;
  device: Device;
  onMade: (input: IssuedCode) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const lingua = useLanguage();
  const { plant, device, onMade, onClose } = props;
  const make = useMutation({
    mutationFn: () => renewCode(plant.peerId, device.id, lingua),
    onSuccess: (code) => onMade({ name: device.nome, code }),
    onError: showAlreadyAssociated,
  });
  return (
    <FormDialog
      title={t('plantAdmin:devices.editTitle', { name: device.nome })}
      saveLabel={t('plantAdmin:devices.renew')}
      canSave={!make.isPending}
      isSaving={make.isPending}
      error={make.error}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <p>{t('plantAdmin:devices.renewText')}</p>
    </FormDialog>
  );
}

/** Shows the code once; it cannot be read again. */
export function CodeDialog({ given: input, onClose }: { given: IssuedCode; onClose: () => void }): ReactElement {
  const t = useT();
  const { codice, inviato, risposta, scade_il: until } = input.code;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('plantAdmin:devices.code.title', { name: input.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.column}>
        {codice === '' ? (
          <Notice tone={inviato ? 'ok' : 'al'} isUrgent={!inviato}>
            {t(inviato ? 'plantAdmin:devices.code.sent' : 'plantAdmin:devices.code.notSent', { text: risposta })}
          </Notice>
        ) : (
          <>
            <p>{t('plantAdmin:devices.code.hand')}</p>
            <p className={styles.code}>{codice}</p>
            <p>{t('plantAdmin:devices.code.how')}</p>
          </>
        )}
        <p className={styles.quiet}>{t('plantAdmin:devices.code.until', { time: formatTime(until) })}</p>
        <div className={styles.actions}>
          {codice !== '' && (
            <CopyButton value={codice}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {t(copied ? 'plantAdmin:devices.code.copied' : 'plantAdmin:devices.code.copy')}
                </Button>
              )}
            </CopyButton>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('plantAdmin:devices.code.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
