import { formatPercent } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { Roads } from '../../lib/map/use-roads.ts';
import type { DestinationResult } from './destinations.api.ts';
import styles from './Destinations.module.css';
import type { Flow, FlowDirection } from './flows.ts';

const MINUTE_S = 60;

/** Table beside the map: gates ranked by number of vehicles, with measured and expected travel times. */
export function DestinationTable(props: {
  answer: DestinationResult | undefined;
  error: Error | null;
  flows: readonly Flow[];
  side: FlowDirection;
  onSide: (side: FlowDirection) => void;
  chosen: number | null;
  onChoose: (gateId: number) => void;
  roads: Roads;
}): ReactElement {
  const t = useT();
  const { answer, error, side, onSide, roads } = props;
  if (answer === undefined)
    return (
      <EmptyState
        icon={error === null ? 'clock' : 'warning'}
        title={t(error === null ? 'common:loading' : 'maps:destinations.failed')}
      />
    );
  const { senza_autorizzazione: hidden } = side === 'next' ? answer.verso : answer.da;
  return (
    <section className={styles.list} aria-label={t('maps:destinations.list')}>
      <div className={styles.head}>
        <Segmented
          label={t('maps:destinations.side')}
          value={side}
          onChange={onSide}
          options={[
            { id: 'next', label: t('maps:destinations.next') },
            { id: 'from', label: t('maps:destinations.from') },
          ]}
        />
        <p className={styles.sum} aria-live="polite">
          {t('maps:destinations.followed', { count: answer.passaggi })}
        </p>
      </div>
      {answer.troncato && <Notice tone="wa">{t('maps:destinations.cut', { count: answer.passaggi })}</Notice>}
      {answer.limitazioni.length > 0 && (
        <Notice tone="wa">{answer.limitazioni.map((why) => t(`maps:destinations.limit.${why}`)).join(' ')}</Notice>
      )}
      {hidden > 0 && <Notice tone="nt">{t('maps:destinations.hidden', { count: hidden })}</Notice>}
      <FlowRanking {...props} answer={answer} />
      <p className={styles.note}>
        {t(roads.state === 'ok' ? 'maps:destinations.byRoad' : `maps:destinations.assumed.${roads.state}`)}
      </p>
    </section>
  );
}

function FlowRanking(props: {
  answer: DestinationResult;
  flows: readonly Flow[];
  side: FlowDirection;
  chosen: number | null;
  onChoose: (gateId: number) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { answer, flows, side } = props;
  const { altrove } = side === 'next' ? answer.verso : answer.da;
  return (
    <SimpleTable
      label={t('maps:destinations.list')}
      isFilling
      columns={[
        { key: 'rank', title: t('maps:destinations.column.rank') },
        { key: 'gate', title: t('maps:destinations.column.gate') },
        ...(['vehicles', 'share', 'median', 'expected'] as const).map((key) => ({
          key,
          title: t(`maps:destinations.column.${key}`),
          isNumeric: true,
        })),
      ]}
    >
      {flows.map((flow, index) => (
        <FlowRow key={flow.gateId} flow={flow} rank={index + 1} chosen={props.chosen} onChoose={props.onChoose} />
      ))}
      <TableRow>
        <td>–</td>
        <td>{t('maps:destinations.nowhere')}</td>
        <NumberCell>{altrove}</NumberCell>
        <NumberCell>{formatPercent(answer.passaggi === 0 ? 0 : altrove / answer.passaggi, 1, language)}</NumberCell>
        <NumberCell>–</NumberCell>
        <NumberCell>–</NumberCell>
      </TableRow>
    </SimpleTable>
  );
}

function FlowRow(props: {
  flow: Flow;
  rank: number;
  chosen: number | null;
  onChoose: (gateId: number) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { flow, rank, chosen, onChoose } = props;
  const minutes = (seconds: number): string =>
    t('maps:time.minutes', { count: Math.max(1, Math.round(seconds / MINUTE_S)) });
  return (
    <TableRow isCurrent={chosen === flow.gateId}>
      <td>{rank}</td>
      <td>
        <TextButton aria-pressed={chosen === flow.gateId} onClick={() => onChoose(flow.gateId)}>
          {flow.name}
        </TextButton>
      </td>
      <NumberCell>{flow.count}</NumberCell>
      <NumberCell>{formatPercent(flow.share, 1, language)}</NumberCell>
      <NumberCell>{minutes(flow.medianS)}</NumberCell>
      <NumberCell>{flow.expectedS === null ? '–' : minutes(flow.expectedS)}</NumberCell>
    </TableRow>
  );
}
