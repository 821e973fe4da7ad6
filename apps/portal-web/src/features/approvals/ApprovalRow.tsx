import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ApprovalState } from '@varco/contract/plant/approvals.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TableRow } from '@varco/ui/SimpleTable.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { describeQuestion, describeWirePeriod } from '../../widgets/question/describe-question.ts';
import {
  type ApprovalBatch,
  groupByState,
  listDecidableParts,
  listWithdrawable,
  type PlantApproval,
} from './approval-batches.ts';
import { withdrawParts } from './approvals.api.ts';
import styles from './Approvals.module.css';
import type { OpenDecision } from './DecisionDialog.tsx';
import { useGateName } from './use-gate-name.ts';

const STATE_TONES: Readonly<Record<ApprovalState, Tone>> = {
  open: 'wa',
  granted: 'ok',
  refused: 'al',
  withdrawn: 'nt',
  expired: 'nt',
};

/** One question with its requester, reason and state on each plant, and what this person can do about it. */
export function ApprovalRow(props: {
  batch: ApprovalBatch;
  nameOf: (peerId: number) => string;
  onDecide: (open: OpenDecision) => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, onDecide } = props;
  const { first } = batch;
  return (
    <TableRow>
      <th scope="row">
        <Moment at={first.richiesta_il} />
        <span className={styles.second}>{first.propria ? t('approvals:you') : first.richiedente}</span>
      </th>
      <td className={styles.question}>
        <Question batch={batch} />
      </td>
      <td className={styles.question}>
        {first.nota}
        <span className={styles.second}>
          {[first.motivo, first.fascicolo !== '' && t('approvals:caseNumber', { number: first.fascicolo })]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td>
        <States batch={batch} nameOf={nameOf} />
      </td>
      <td>
        <Actions batch={batch} nameOf={nameOf} onDecide={onDecide} />
      </td>
    </TableRow>
  );
}

/** What is asked; the gates of each plant by their names. */
function Question({ batch }: { batch: ApprovalBatch }): ReactElement {
  const t = useT();
  const gateName = useGateName(batch.parts.map(({ peerId }) => peerId));
  const questions = batch.parts.map(({ peerId, approval }) =>
    describeQuestion(approval.filtro, t, (id) => gateName(peerId, id)),
  );
  const distinct = [...new Set(questions)].map((words) => (words === '' ? t('approvals:everything') : words));
  return (
    <>
      {distinct.join(' / ')}
      <span className={styles.second}>{describeWirePeriod(batch.first.filtro, t)}</span>
    </>
  );
}

function States({ batch, nameOf }: { batch: ApprovalBatch; nameOf: (peerId: number) => string }): ReactElement {
  return (
    <div className={styles.states}>
      {[...groupByState(batch)].map(([state, parts]) => (
        <State key={state} state={state} parts={parts} nameOf={nameOf} />
      ))}
    </div>
  );
}

function State(props: {
  state: ApprovalState;
  parts: readonly PlantApproval[];
  nameOf: (peerId: number) => string;
}): ReactElement {
  const t = useT();
  const { state, parts, nameOf } = props;
  const notes = parts.flatMap(({ approval }) =>
    approval.deciso_da === null
      ? []
      : [t('approvals:decidedBy', { by: approval.deciso_da, note: approval.nota_decisione ?? '' })],
  );
  const [first] = parts;
  const until = state === 'granted' ? first?.approval.valida_fino : null;
  const obstacles = parts.flatMap(({ approval: { stato, impedimento, propria } }) =>
    stato === 'open' && impedimento !== null && !propria ? [t(`approvals:obstacle.${impedimento}`)] : [],
  );
  return (
    <div>
      <StatusChip tone={STATE_TONES[state]} variant="tint" size="sm" word={t(`approvals:state.${state}`)} />{' '}
      {parts.map(({ peerId }) => nameOf(peerId)).join(', ')}
      {typeof until === 'string' && ` ${t('approvals:validUntil', { time: formatTime(until) })}`}
      {[...new Set([...notes, ...obstacles])].map((text) => (
        <span key={text} className={styles.second}>
          {text}
        </span>
      ))}
    </div>
  );
}

function Actions(props: {
  batch: ApprovalBatch;
  nameOf: (peerId: number) => string;
  onDecide: (open: OpenDecision) => void;
}): ReactElement {
  const t = useT();
  const { batch, nameOf, onDecide } = props;
  const parts = listDecidableParts(batch);
  const own = listWithdrawable(batch);
  const withdraw = useMutation({ mutationFn: () => withdrawParts(own) });
  const faults = withdraw.data ?? [];
  return (
    <Group gap={6}>
      {parts.length > 0 && (
        <>
          <Button size="compact-sm" onClick={() => onDecide({ parts, outcome: 'granted' })}>
            {t('approvals:grant')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onDecide({ parts, outcome: 'refused' })}>
            {t('approvals:refuse')}
          </Button>
        </>
      )}
      {own.length > 0 && (
        <Button size="compact-sm" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('approvals:withdraw')}
        </Button>
      )}
      {faults.length > 0 && <Notice tone="wa">{formatFaults(faults, nameOf, t)}</Notice>}
    </Group>
  );
}
