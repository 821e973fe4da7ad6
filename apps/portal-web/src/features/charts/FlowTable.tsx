import { Button } from '@mantine/core';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './Charts.module.css';
import { type FlowLine, MAX_FLOW_LINES } from './flow-matrix.ts';
import { formatChange, formatCount } from './format-charts.ts';

/** Trips of each pair of gates, most first. `onPair` opens the analysis of a pair; absent on paper. */
export function FlowTable(props: {
  lines: readonly FlowLine[];
  name: (gate: number) => string;
  isCompared: boolean;
  onPair?: (from: number, to: number) => void;
  isPrinted?: boolean;
}): ReactElement {
  const t = useT();
  const { lines, name, isCompared, onPair, isPrinted = false } = props;
  const title = t('charts:chart.flows');
  return (
    <>
      <SimpleTable
        label={title}
        caption={isPrinted ? title : undefined}
        density="dense"
        columns={[
          { key: 'pair', title: t('charts:flows.pair') },
          { key: 'n', title: t('charts:flows.trips'), isNumeric: true },
          { key: 'median', title: t('charts:flows.median'), isNumeric: true },
          ...(isCompared
            ? [
                { key: 'before', title: t('charts:before'), isNumeric: true },
                { key: 'change', title: t('charts:change'), isNumeric: true },
              ]
            : []),
        ]}
      >
        {lines.slice(0, MAX_FLOW_LINES).map((line) => (
          <FlowRow key={`${line.from} ${line.to}`} line={line} name={name} isCompared={isCompared} onPair={onPair} />
        ))}
      </SimpleTable>
      {lines.length > MAX_FLOW_LINES && <Remark>{t('charts:flows.more', { count: MAX_FLOW_LINES })}</Remark>}
    </>
  );
}

function FlowRow(props: {
  line: FlowLine;
  name: (gate: number) => string;
  isCompared: boolean;
  onPair: ((from: number, to: number) => void) | undefined;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { line, name, isCompared, onPair } = props;
  const pair = `${name(line.from)} → ${name(line.to)}`;
  return (
    <TableRow>
      <th scope="row">
        {onPair === undefined ? (
          pair
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            classNames={{ root: styles.pair, label: styles.pairLabel }}
            aria-label={t('charts:flows.open', { pair })}
            onClick={() => onPair(line.from, line.to)}
          >
            {pair}
          </Button>
        )}
      </th>
      <NumberCell>{formatCount(line.n, language)}</NumberCell>
      <NumberCell>{line.n === 0 ? '–' : formatClockDuration(line.medianS)}</NumberCell>
      {isCompared && (
        <>
          <NumberCell>{formatCount(line.before, language)}</NumberCell>
          <NumberCell>{formatChange('gates', { value: line.n, before: line.before }, language) ?? '–'}</NumberCell>
        </>
      )}
    </TableRow>
  );
}
