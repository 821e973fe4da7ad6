import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { notifyError } from '../../lib/notices/notify-error.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { ManagedPlant } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { registerSmartphone } from './users.api.ts';
import { formatUserName } from './users-columns.tsx';

const NOTICE_DURATION_MS = 5_000;

/** USR-10: adds a smartphone of a user by its Android id. It is enrolled on the devices screen. */
export function SmartphoneDialog(props: {
  chosen: ManagedPlant;
  user: PlantUserRecord;
  onClose: () => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { chosen, user, onClose, onChanged } = props;
  const [phone, setPhone] = useState({ android_id: '', nome: '' });
  const canSave = /^[A-Za-z0-9._:-]{4,64}$/.test(phone.android_id) && phone.nome.trim() !== '';
  const add = useMutation({
    mutationFn: () => registerSmartphone(chosen.plant.credentialId, user.id, phone),
    onSuccess: async () => {
      const values = { plant: getPlantLabel(chosen.plant), name: user.username };
      notify({ text: t('users:done.smartphone', values), type: 'success', timeout: NOTICE_DURATION_MS, link: null });
      await onChanged();
      onClose();
    },
    onError: notifyError,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (canSave) add.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users:smartphone.title', { name: formatUserName(user) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.part} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('users:smartphone.androidId')}
          description={t('users:smartphone.androidIdHint')}
          maxLength={64}
          value={phone.android_id}
          onChange={(event) => setPhone({ ...phone, android_id: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={t('users:smartphone.name')}
          maxLength={80}
          value={phone.nome}
          onChange={(event) => setPhone({ ...phone, nome: event.currentTarget.value })}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={!canSave} loading={add.isPending}>
            {t('users:smartphone.add')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
