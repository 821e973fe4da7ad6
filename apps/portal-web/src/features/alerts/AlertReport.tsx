import { useQueries } from '@tanstack/react-query';
import type { AlertFilter, OutcomeCounts } from '@varco/contract/plant/alerts.ts';
import { ALERT_KINDS, ALERT_OUTCOMES } from '@varco/domain/alerts/alert-kinds.ts';
import { formatInteger, formatPercent } from '@varco/i18n/format.ts';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { alertReportQuery } from './alerts.api.ts';
import { AlertKindChip } from './AlertKindChip.tsx';
import { PlantFailure } from './AlertHistoryTable.tsx';
import styles from './alerts.module.css';

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
      <CountTable label={t('alerts:history.byKind')} rows={kinds} />
      <CountTable label={t('alerts:history.byGate')} rows={gates} />
      {entries.length > 0 && <CountTable label={t('alerts:history.byEntry')} rows={entries} />}
    </>
  );
}

interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly counts: OutcomeCounts;
}

function CountTable(props: { label: string; rows: readonly CountRow[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.subtitle}>{props.label}</caption>
        <thead>
          <tr>
            <th scope="col">{props.label}</th>
            <th scope="col" className={styles.number}>
              {t('alerts:history.total')}
            </th>
            <th scope="col" className={styles.number}>
              {t('alerts:history.opened')}
            </th>
            {ALERT_OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" className={styles.number}>
                {t(`alerts:outcome.${outcome}`)}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {t('alerts:history.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ key, name, counts }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {COUNT_KEYS.map((column) => (
                <td key={column} className={styles.number}>
                  {formatInteger(counts[column], language)}
                </td>
              ))}
              <td className={styles.number}>{formatConfirmedShare(counts, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Share of confirmed alerts among those with an outcome; a dash if none has one. */
function formatConfirmedShare({ totale, aperti, confirmed }: OutcomeCounts, language: 'it' | 'en'): string {
  const ended = totale - aperti;
  return ended === 0 ? '–' : formatPercent(confirmed / ended, 0, language);
}
