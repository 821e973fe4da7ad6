import { Button, Modal, NumberInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SuspectWeightsResponse } from '@varco/contract/plant/suspects.ts';
import {
  DEFAULT_SUSPECT_WEIGHTS,
  WEIGHT_BOUNDS,
  SUSPECT_WEIGHTS,
  type SuspectWeights,
} from '@varco/domain/analysis/suspect-score.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import styles from './Suspects.module.css';
import { saveSuspectWeights, suspectWeightsQuery } from './weights.api.ts';

const MIN_REASON_LENGTH = 10;
const MAX_REASON_LENGTH = 300;

/** Maximum points of each feature; readable by all users, editable by administrators of the plant. */
export function WeightsDialog(props: { peerId: number; onClose: () => void }): ReactElement {
  const t = useT();
  const { peerId, onClose } = props;
  const { data, isError } = useQuery(suspectWeightsQuery(peerId));
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(720px, 96vw)"
      title={t('suspects:weightsTitle')}
      closeButtonProps={{ 'aria-label': t('suspects:close') }}
    >
      <Remark>{t('suspects:weightsText')}</Remark>
      {data === undefined ? (
        <EmptyState icon={isError ? 'octagon' : 'clock'} title={t(isError ? 'detail:cleared' : 'detail:loading')} />
      ) : (
        <WeightsForm key={data.changed_at ?? ''} peerId={peerId} answer={data} />
      )}
    </Modal>
  );
}

function WeightsForm(props: { peerId: number; answer: SuspectWeightsResponse }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { peerId, answer } = props;
  const [weights, setWeights] = useState<SuspectWeights>(answer.weights);
  const [why, setWhy] = useState('');
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null);
  const isChanged = SUSPECT_WEIGHTS.some((name) => weights[name] !== answer.weights[name]);
  const save = async (): Promise<void> => {
    try {
      const next = await saveSuspectWeights(peerId, weights, why.trim());
      setOutcome('saved');
      client.setQueryData(suspectWeightsQuery(peerId).queryKey, next);
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <form className={styles.weights} onSubmit={handleSubmit(save)} noValidate>
      <WeightFields weights={weights} isLocked={!answer.can_change} onWeights={setWeights} />
      {answer.can_change ? (
        <>
          <TextInput
            label={t('suspects:weightsWhy')}
            value={why}
            maxLength={MAX_REASON_LENGTH}
            onChange={(event) => setWhy(event.currentTarget.value)}
          />
          <div className={styles.weightButtons}>
            <Button type="submit" disabled={!isChanged || why.trim().length < MIN_REASON_LENGTH}>
              {t('suspects:weightsSave')}
            </Button>
            <Button variant="default" onClick={() => setWeights(DEFAULT_SUSPECT_WEIGHTS)}>
              {t('suspects:weightsUsual')}
            </Button>
          </div>
        </>
      ) : (
        <Notice tone="pv">{t('suspects:weightsLocked')}</Notice>
      )}
      {outcome === 'failed' && (
        <Notice tone="al" isUrgent>
          {t('suspects:weightsFailed')}
        </Notice>
      )}
      <WeightChanges answer={answer} />
    </form>
  );
}

function WeightFields(props: {
  weights: SuspectWeights;
  isLocked: boolean;
  onWeights: (weights: SuspectWeights) => void;
}): ReactElement {
  const t = useT();
  const { weights, isLocked, onWeights } = props;
  return (
    <FormGrid columns={3}>
      {SUSPECT_WEIGHTS.map((name) => (
        <NumberInput
          key={name}
          label={t(`suspects:weight.${name}`)}
          description={t('suspects:weightRange', WEIGHT_BOUNDS[name])}
          min={WEIGHT_BOUNDS[name].min}
          max={WEIGHT_BOUNDS[name].max}
          step={1}
          allowDecimal={false}
          clampBehavior="strict"
          readOnly={isLocked}
          value={weights[name]}
          onChange={(value) => typeof value === 'number' && onWeights({ ...weights, [name]: value })}
        />
      ))}
    </FormGrid>
  );
}

/** History of all changes. */
function WeightChanges({ answer }: { answer: SuspectWeightsResponse }): ReactElement {
  const t = useT();
  if (answer.changes.length === 0) return <Remark>{t('suspects:weightsNever')}</Remark>;
  return (
    <section aria-label={t('suspects:weightsChanges')}>
      <h3 className={styles.subtitle}>{t('suspects:weightsChanges')}</h3>
      <ul className={styles.changes}>
        {answer.changes.map(({ at, by, why }) => (
          <li key={at}>{t('suspects:weightsChange', { at: formatDateMinute(at), by, why })}</li>
        ))}
      </ul>
    </section>
  );
}
