import { Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  listRefusalGrounds,
  type PersonRequestRegime,
  type RefusalGround,
} from '@varco/contract/plant/person-requests.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import type { RequestPart } from './person-batches.ts';
import { type Ending, endOnPlants } from './person-requests.api.ts';

const OUTCOMES = ['answered', 'refused', 'withdrawn'] as const satisfies readonly Ending['stato'][];

/** Closes a request on every plant where it is open; it cannot be changed afterwards. */
export function FinishDialog(props: {
  parts: readonly RequestPart[];
  nameOf: (peerId: number) => string;
  refresh: () => Promise<void>;
  onClose: () => void;
}): ReactElement | null {
  const t = useT();
  const { parts, nameOf, refresh, onClose } = props;
  const isProven = parts.some(({ request }) => request.identita !== null);
  const [outcome, setOutcome] = useState<Ending['stato']>(isProven ? 'answered' : 'refused');
  const [ground, setGround] = useState<RefusalGround | null>(null);
  const [decision, setDecision] = useState('');
  const needsGround = outcome === 'refused';
  const save = useMutation({
    mutationFn: async () => {
      const body = { stato: outcome, motivo_rifiuto: needsGround ? ground : null, decisione: decision.trim() };
      const faults = await endOnPlants(parts, body);
      await refresh();
      if (faults.length > 0) throw new Error(formatFaults(faults, nameOf, t));
    },
    onSuccess: onClose,
  });
  const [first] = parts;
  if (first === undefined) return null;
  return (
    <SaveDialog
      title={t('personRequests:finish.title')}
      description={t('personRequests:finish.text')}
      saveLabel={t('personRequests:finish.send')}
      canSave={!needsGround || ground !== null}
      hint={needsGround && ground === null ? t('personRequests:finish.needGround') : null}
      isSaving={save.isPending}
      error={save.error?.message ?? null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <OutcomeFields
        {...{ isProven, outcome, ground }}
        regime={first.request.regime}
        onOutcome={setOutcome}
        onGround={setGround}
      />
      <Textarea
        label={t('personRequests:finish.decision')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={decision}
        onChange={(event) => setDecision(event.currentTarget.value)}
      />
    </SaveDialog>
  );
}

/** How it ends, and for a refusal the ground of the law. */
function OutcomeFields(props: {
  isProven: boolean;
  regime: PersonRequestRegime;
  outcome: Ending['stato'];
  ground: RefusalGround | null;
  onOutcome: (outcome: Ending['stato']) => void;
  onGround: (ground: RefusalGround | null) => void;
}): ReactElement {
  const t = useT();
  const { isProven, regime, outcome, ground, onOutcome, onGround } = props;
  return (
    <>
      <Select
        label={t('personRequests:finish.outcome')}
        data={OUTCOMES.filter((one) => isProven || one !== 'answered').map((value) => ({
          value,
          label: t(`personRequests:finish.outcomes.${value}`),
        }))}
        allowDeselect={false}
        value={outcome}
        onChange={(value) => onOutcome(value ?? outcome)}
      />
      {outcome === 'refused' && (
        <Select
          label={t('personRequests:finish.ground')}
          data={listRefusalGrounds(regime).map((value) => ({
            value,
            label: t(`personRequests:grounds.${value}`),
          }))}
          value={ground}
          onChange={onGround}
        />
      )}
    </>
  );
}
