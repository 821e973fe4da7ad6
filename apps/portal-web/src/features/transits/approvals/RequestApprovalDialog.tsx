import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MIN_APPROVAL_NOTE, requestApproval } from '@varco/contract/plant/approvals.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, useState } from 'react';
import { updateApproval } from '../../../lib/approvals/approvals.store.ts';
import { useT } from '../../../lib/i18n.tsx';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { describeQuestion, describeWirePeriod } from '../../../widgets/question/describe-question.ts';
import type { LimitedPlant } from './limited-plants.ts';

const MAX_NOTE = 1000;

/** Asks the plants of a search for the agreement of a second person; the requests of all plants belong together. */
export function RequestApprovalDialog(props: {
  limited: readonly LimitedPlant[];
  nameOf: (plant: LimitedPlant) => string;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { limited, nameOf, onClose } = props;
  const [note, setNote] = useState('');
  const [batch] = useState(() => crypto.randomUUID());
  const [sentTo, setSentTo] = useState<ReadonlySet<number>>(new Set());
  const send = useMutation({
    mutationFn: async () => {
      const waiting = limited.filter(({ peerId }) => !sentTo.has(peerId));
      const failed = (await Promise.all(waiting.map((plant) => sendRequest(plant, batch, note)))).flatMap(
        (error, at) => {
          const plant = waiting[at];
          return error === null || plant === undefined ? [] : [{ plant, error }];
        },
      );
      const unsent = new Set(failed.map(({ plant }) => plant.peerId));
      setSentTo(new Set([...sentTo, ...waiting.map(({ peerId }) => peerId).filter((peerId) => !unsent.has(peerId))]));
      if (failed.length > 0)
        throw new Error(failed.map(({ plant, error }) => `${nameOf(plant)}: ${formatCallError(error, t)}`).join(' '));
    },
    onSuccess: onClose,
  });
  const question = limited[0]?.question ?? {};
  const words = describeQuestion(question, t, String);
  return (
    <SaveDialog
      title={t('approvals:ask.title')}
      description={t('approvals:ask.text')}
      saveLabel={t('approvals:ask.send')}
      canSave={note.trim().length >= MIN_APPROVAL_NOTE && limited.length > 0}
      isSaving={send.isPending}
      error={send.error?.message ?? null}
      onSave={() => send.mutate()}
      onClose={onClose}
    >
      <KeyValueList
        items={[
          { key: 'plants', label: t('approvals:plants'), value: limited.map(nameOf).join(', ') },
          { key: 'period', label: t('filters:period.label'), value: describeWirePeriod(question, t) },
          { key: 'question', label: t('approvals:question'), value: words === '' ? t('approvals:everything') : words },
        ]}
      />
      <Textarea
        label={t('approvals:ask.note')}
        description={t('approvals:noteHint', { min: MIN_APPROVAL_NOTE })}
        data-autofocus
        autosize
        minRows={3}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </SaveDialog>
  );
}

/** Null: sent; else why not. */
async function sendRequest({ peerId, question }: LimitedPlant, batch: string, note: string): Promise<Error | null> {
  const body = { lotto: batch, filtro: question, nota: note };
  try {
    updateApproval(peerId, await callPeer(peerId, requestApproval, { body }));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
