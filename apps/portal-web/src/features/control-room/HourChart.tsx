import { Button } from '@mantine/core';
import { formatInteger, formatTime } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { HourSteps } from './HourSteps.tsx';
import type { PlantLine } from './plant-lines.ts';
import type { ChartHour } from './totals.ts';

/** Transits of the last 24 hours, with the hours in which a plant stood still marked and named; also as a table. */
export function HourChart(props: {
  hours: readonly ChartHour[];
  lines: readonly PlantLine[];
  /** Text of what is missing; null: everything is there. */
  partial: string | null;
}): ReactElement {
  const t = useT();
  const { hours, lines, partial } = props;
  const names = new Map(lines.map(({ peerId, name }) => [peerId, name]));
  const [isTable, setTable] = useState(false);
  const gapNames = [...new Set(hours.flatMap(({ gapPeers }) => gapPeers))].map((peer) => names.get(peer) ?? '');
  return (
    <Panel
      title={t('controlRoom:chart.title')}
      icon="chart"
      padding="text"
      aside={
        <>
          {partial !== null && <StatusChip tone="wa" icon="warning" variant="tint" word={partial} />}
          <Button size="compact-xs" variant="default" aria-pressed={isTable} onClick={() => setTable((is) => !is)}>
            {t('controlRoom:chart.table')}
          </Button>
        </>
      }
    >
      {isTable ? <HourTable hours={hours} names={names} /> : <HourSteps hours={hours} lines={lines} />}
      {gapNames.length > 0 && (
        <Remark tone="wa" icon="warning">
          {t('controlRoom:chart.gaps', { plants: gapNames.join(', ') })}
        </Remark>
      )}
    </Panel>
  );
}

function HourTable(props: { hours: readonly ChartHour[]; names: ReadonlyMap<number, string> }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const show = (n: number | null): string => (n === null ? '–' : formatInteger(n, language));
  return (
    <SimpleTable
      label={t('controlRoom:chart.title')}
      density="dense"
      columns={[
        { key: 'hour', title: t('controlRoom:chart.hour') },
        { key: 'now', title: t('controlRoom:chart.now'), isNumeric: true },
        { key: 'before', title: t('controlRoom:chart.before'), isNumeric: true },
        { key: 'gap', title: t('controlRoom:chart.gap') },
      ]}
    >
      {props.hours.toReversed().map(({ at, value, before, gapPeers }) => (
        <TableRow key={at}>
          <th scope="row">{formatTime(at).slice(0, 5)}</th>
          <NumberCell>{show(value)}</NumberCell>
          <NumberCell>{show(before)}</NumberCell>
          <td>{gapPeers.map((peer) => props.names.get(peer) ?? '').join(', ')}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
