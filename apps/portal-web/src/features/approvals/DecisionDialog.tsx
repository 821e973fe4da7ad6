import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MIN_APPROVAL_NOTE } from '@varco/contract/plant/approvals.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import { describeQuestion, describeWirePeriod } from '../../widgets/question/describe-question.ts';
import type { PlantApproval } from './approval-batches.ts';
import { decideParts } from './approvals.api.ts';
import { useGateName } from './use-gate-name.ts';

const MAX_NOTE = 1000;

/** A decision about to be made, on all plants where this person may make it. */
export interface OpenDecision {
  readonly parts: readonly PlantApproval[];
  readonly outcome: 'granted' | 'refused';
}

/** What is asked, and the reason of the decision, which stays in the log. */
export function DecisionDialog(props: {
  open: OpenDecision;
  nameOf: (peerId: number) => string;
  onClose: () => void;
}): ReactElement | null {
  const t = useT();
  const { open, nameOf, onClose } = props;
  const { parts, outcome } = open;
  const [note, setNote] = useState('');
  const [left, setLeft] = useState(parts);
  const decide = useMutation({
    mutationFn: async () => {
      const faults = await decideParts(left, outcome, note.trim());
      setLeft(left.filter(({ peerId }) => faults.some((fault) => fault.peerId === peerId)));
      if (faults.length > 0) throw new Error(formatFaults(faults, nameOf, t));
    },
    onSuccess: onClose,
  });
  const [first] = parts;
  if (first === undefined) return null;
  return (
    <SaveDialog
      title={t(`approvals:decideTitle.${outcome}`, { name: first.approval.richiedente })}
      saveLabel={t(outcome === 'granted' ? 'approvals:grant' : 'approvals:refuse')}
      canSave={note.trim().length >= MIN_APPROVAL_NOTE}
      isSaving={decide.isPending}
      error={decide.error?.message ?? null}
      onSave={() => decide.mutate()}
      onClose={onClose}
    >
      <RequestedQuestion parts={parts} nameOf={nameOf} />
      <Textarea
        label={t('approvals:decisionNote')}
        description={t('approvals:noteHint', { min: MIN_APPROVAL_NOTE })}
        data-autofocus
        autosize
        minRows={2}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </SaveDialog>
  );
}

/** What the requester asks for, and why. */
function RequestedQuestion(props: {
  parts: readonly PlantApproval[];
  nameOf: (peerId: number) => string;
}): ReactElement | null {
  const t = useT();
  const { parts, nameOf } = props;
  const gateName = useGateName(parts.map(({ peerId }) => peerId));
  const [first] = parts;
  if (first === undefined) return null;
  const { approval, peerId } = first;
  const words = describeQuestion(approval.filtro, t, (id) => gateName(peerId, id));
  return (
    <KeyValueList
      items={[
        { key: 'plants', label: t('approvals:plants'), value: parts.map((part) => nameOf(part.peerId)).join(', ') },
        { key: 'period', label: t('filters:period.label'), value: describeWirePeriod(approval.filtro, t) },
        { key: 'question', label: t('approvals:question'), value: words === '' ? t('approvals:everything') : words },
        { key: 'why', label: t('approvals:columns.why'), value: approval.nota },
      ]}
    />
  );
}
