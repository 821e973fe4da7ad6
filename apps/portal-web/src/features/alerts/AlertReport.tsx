import { useQueries } from '@tanstack/react-query';
import type { AlertFilter, OutcomeCounts } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS, ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import { formatInteger, formatPercent } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { alertReportQuery } from './alerts.api.ts';
import { AlertKindChip } from './AlertKindChip.tsx';
import { PlantFailure } from './AlertHistoryTable.tsx';

const COUNT_KEYS = ['totale', 'aperti', ...ALERT_OUTCOMES] as const;

const sumCounts = (all: readonly OutcomeCounts[]): OutcomeCounts => {
  const total = (key: (typeof COUNT_KEYS)[number]): number => all.reduce((n, counts) => n + counts[key], 0);
  return {
    totale: total('totale'),
    aperti: total('aperti'),
    confirmed: total('confirmed'),
    misread: total('misread'),
    other_vehicle: total('other_vehicle'),
    outdated: total('outdated'),
    no_action: total('no_action'),
  };
};

/**
 * Outcomes of the alerts per gate, kind and list entry. Shows where cameras misread and which lists are out of date.
 */
export function AlertReport(props: { peerIds: readonly number[]; filter: AlertFilter }): ReactElement {
  const t = useT();
  const plants = usePlantList();
  const answers = useQueries({ queries: props.peerIds.map((peerId) => alertReportQuery(peerId, props.filter)) });
  const reports = answers.flatMap(({ data }, index) =>
    data === undefined ? [] : [{ data, peerId: props.peerIds[index] }],
  );
  const kinds = ALERT_KINDS.map((kind) => ({
    key: kind,
    name: <AlertKindChip kind={kind} />,
    counts: sumCounts(reports.flatMap(({ data }) => data.tipi.filter(({ tipo }) => tipo === kind))),
  })).filter(({ counts }) => counts.totale > 0);
  const gates = reports
    .flatMap(({ data, peerId }) => {
      const plant = plants.find((one) => one.peerId === peerId);
      const label = plant === undefined ? '' : `${getPlantLabel(plant)} · `;
      return data.varchi.map((gate) => ({
        key: `${peerId ?? ''} ${gate.varco_id}`,
        name: `${label}${gate.varco}`,
        counts: gate,
      }));
    })
    .toSorted((a, b) => b.counts.totale - a.counts.totale);
  const entries = reports
    .flatMap(({ data, peerId }) => {
      const plant = plants.find((one) => one.peerId === peerId);
      const label = plant === undefined ? '' : `${getPlantLabel(plant)} · `;
      return (data.voci ?? []).map((entry) => ({
        key: `${peerId ?? ''} ${entry.uuid}`,
        name: `${label}${entry.voce}`,
        counts: entry,
      }));
    })
    .toSorted((a, b) => b.counts.totale - a.counts.totale);
  return (
    <>
      {answers.map(({ error }, index) =>
        error === null ? null : (
          <PlantFailure key={props.peerIds[index]} peerId={props.peerIds[index] ?? 0} error={error} />
        ),
      )}
      {kinds.length === 0 && reports.length === answers.length && (
        <EmptyState icon="bell" title={t('alerts:history.none')}>
          {t('alerts:history.noneText')}
        </EmptyState>
      )}
      <CountTable label={t('alerts:history.byKind')} first={t('alerts:history.columns.kind')} rows={kinds} />
      <CountTable label={t('alerts:history.byGate')} first={t('alerts:history.columns.gate')} rows={gates} />
      <CountTable label={t('alerts:history.byEntry')} first={t('alerts:history.entry')} rows={entries} />
    </>
  );
}

interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly counts: OutcomeCounts;
}

/** Counts of alerts; nothing without any. `first`: head of the column of names. */
function CountTable(props: { label: string; first: string; rows: readonly CountRow[] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (props.rows.length === 0) return null;
  return (
    <SimpleTable
      label={props.label}
      caption={props.label}
      columns={[
        { key: 'name', title: props.first },
        { key: 'totale', title: t('alerts:history.total'), isNumeric: true },
        { key: 'aperti', title: t('alerts:history.opened'), isNumeric: true },
        ...ALERT_OUTCOMES.map((key) => ({ key, title: t(`alerts:outcome.${key}`), isNumeric: true })),
        { key: 'share', title: t('alerts:history.share'), isNumeric: true },
      ]}
    >
      {props.rows.map(({ key, name, counts }) => (
        <TableRow key={key}>
          <th scope="row">{name}</th>
          {COUNT_KEYS.map((column) => (
            <NumberCell key={column}>{formatInteger(counts[column], language)}</NumberCell>
          ))}
          <NumberCell>{formatConfirmedShare(counts, language)}</NumberCell>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

/** Share of confirmed alerts among those with an outcome; a dash if none has one. */
function formatConfirmedShare({ totale, aperti, confirmed }: OutcomeCounts, language: 'it' | 'en'): string {
  const ended = totale - aperti;
  return ended === 0 ? '–' : formatPercent(confirmed / ended, 0, language);
}
