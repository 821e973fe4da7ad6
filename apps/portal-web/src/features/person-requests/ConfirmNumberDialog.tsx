import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults, type PlantFault } from '../../lib/plants/plant-faults.ts';
import type { RequestPart } from './person-batches.ts';
import styles from './PersonRequests.module.css';

/** What is confirmed with a number; its texts are named after it. */
export type ConfirmedAct = 'erase' | 'restrict' | 'lift' | 'discard';

/** A confirmation by typing the number of transits on all plants together. Each plant checks that it still has its own number. */
export function ConfirmNumberDialog(props: {
  act: ConfirmedAct;
  parts: readonly RequestPart[];
  countOf: (part: RequestPart) => number;
  run: () => Promise<readonly PlantFault[]>;
  nameOf: (peerId: number) => string;
  onDone: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { act, parts, countOf, run, nameOf, onDone, onClose } = props;
  const [typed, setTyped] = useState('');
  // As it was when the dialog opened: an interrupted act leaves another number, which must be confirmed anew.
  const [total] = useState(() => parts.reduce((sum, part) => sum + countOf(part), 0));
  const isConfirmed = typed.trim() === String(total);
  const save = useMutation({
    mutationFn: async () => {
      const faults = await run();
      await onDone();
      if (faults.length > 0) throw new Error(formatFaults(faults, nameOf, t));
    },
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t(`personRequests:${act}.title`)}
      size="small"
      description={t(`personRequests:${act}.text`)}
      labels={{ submit: t(`personRequests:${act}.send`), cancel: t('common:cancel'), close: t('common:close') }}
      canSubmit={isConfirmed}
      hint={!isConfirmed && typed !== '' ? t('personRequests:confirm.needed') : null}
      error={save.error?.message ?? null}
      isBusy={save.isPending}
      isDestructive={act === 'erase' || act === 'discard'}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {parts.map((part) => (
        <p key={part.peerId} className={styles.text}>
          {t('personRequests:confirm.count', { plant: nameOf(part.peerId), count: countOf(part) })}
        </p>
      ))}
      <TextInput
        label={t('personRequests:confirm.label', { n: total })}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
