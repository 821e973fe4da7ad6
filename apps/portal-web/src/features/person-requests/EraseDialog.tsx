import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import type { RequestPart } from './person-batches.ts';
import { eraseOnPlants, type PlantFound } from './person-requests.api.ts';
import styles from './PersonRequests.module.css';

/** The second confirmation of a deletion: its number must be typed. Each plant checks that it still finds that number. */
export function EraseDialog(props: {
  parts: readonly RequestPart[];
  found: readonly PlantFound[];
  nameOf: (peerId: number) => string;
  onErased: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { parts, found, nameOf, onErased, onClose } = props;
  const [typed, setTyped] = useState('');
  const countOf = (peerId: number): number => found.find((one) => one.peerId === peerId)?.found.trovato.transiti.n ?? 0;
  const total = parts.reduce((sum, { peerId }) => sum + countOf(peerId), 0);
  const isConfirmed = typed.trim() === String(total);
  const erase = useMutation({
    mutationFn: async () => {
      const faults = await eraseOnPlants(parts, countOf);
      await onErased();
      if (faults.length > 0) throw new Error(formatFaults(faults, nameOf, t));
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('personRequests:erase.title')}
      size="small"
      description={t('personRequests:erase.text')}
      labels={{ submit: t('personRequests:erase.send'), cancel: t('common:cancel'), close: t('common:close') }}
      canSubmit={isConfirmed}
      hint={!isConfirmed && typed !== '' ? t('personRequests:erase.needed') : null}
      error={erase.error?.message ?? null}
      isBusy={erase.isPending}
      isDestructive
      onSubmit={() => erase.mutate()}
      onClose={onClose}
    >
      {parts.map(({ peerId }) => (
        <p key={peerId} className={styles.text}>
          {t('personRequests:erase.count', { plant: nameOf(peerId), count: countOf(peerId) })}
        </p>
      ))}
      <TextInput
        label={t('personRequests:erase.confirm', { n: total })}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
