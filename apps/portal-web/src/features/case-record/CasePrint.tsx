import { formatBytes, formatDateMinute, formatDateTime } from '@varco/i18n/format.ts';
import { PrintSheet } from '@varco/ui/PrintSheet.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import type { AuditSource, LogScope } from '../../lib/audit/audit.api.ts';
import { formatActor } from '../../lib/audit/audit-text.ts';
import { entryKey, type SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { useSession } from '../../lib/session/session-store.ts';
import styles from './CaseRecord.module.css';
import type { PublishedState } from './checkpoints.api.ts';
import { describeEntry } from './entry-words.ts';
import { listExportedParts } from './record-contents.ts';
import { formatPosition } from './RecordTable.tsx';
import type { PreparedPrint } from './use-prepared-print.ts';

interface PrintProps {
  readonly print: PreparedPrint;
  readonly sources: ReadonlyMap<AuditSource, string>;
}

/** The record of a case on paper, with what a third person needs to check it without Varco. */
export function CasePrint(
  props: PrintProps & {
    caseNumber: string;
    scope: LogScope;
    absent: ReadonlyMap<AuditSource, string>;
    onDone: () => void;
  },
): ReactElement {
  const t = useT();
  const user = useSession((session) => session.user);
  const { caseNumber, scope, print } = props;
  const person = [user?.fullname ?? '', `(${user?.username ?? ''})`].filter(Boolean).join(' ');
  return (
    <PrintSheet
      title={t('caseRecord:title', { case: caseNumber })}
      intro={t('caseRecord:printed', { person, time: formatDateMinute(print.at), count: print.merged.rows.length })}
      foot={t('caseRecord:howToVerify')}
      onDone={props.onDone}
    >
      <div className={styles.printed}>
        <p>{t(scope === 'all' ? 'caseRecord:printedAll' : 'caseRecord:printedOwn')}</p>
        <MissingLines {...props} />
        <h2>{t('caseRecord:timeline')}</h2>
        <PrintedTimeline {...props} />
        <h2>{t('caseRecord:exports')}</h2>
        <PrintedExports {...props} />
        <h2>{t('caseRecord:checkpoints')}</h2>
        <PrintedStates {...props} />
      </div>
    </PrintSheet>
  );
}

/** Says plainly what the sheet lacks. */
function MissingLines(props: PrintProps & { absent: ReadonlyMap<AuditSource, string> }): ReactElement {
  const t = useT();
  const { print, sources, absent } = props;
  const nameOf = (source: AuditSource): string => sources.get(source) ?? source;
  const { failed, reasonNeeded, next } = print.merged;
  const silent = [...[...failed, ...reasonNeeded].map(nameOf), ...absent.values()];
  const cut = Object.keys(next).map(nameOf);
  const lines = [
    silent.length > 0 && t('caseRecord:incomplete', { sources: silent.join(', ') }),
    cut.length > 0 && t('caseRecord:cut', { sources: cut.join(', ') }),
    print.withoutState.length > 0 &&
      t('caseRecord:noCheckpoint', { sources: print.withoutState.map(nameOf).join(', ') }),
  ].filter((line) => line !== false);
  if (lines.length === 0) return <p>{t('caseRecord:complete', { count: print.requested.length })}</p>;
  return (
    <>
      {lines.map((line) => (
        <p key={line} className={styles.warning}>
          {line}
        </p>
      ))}
    </>
  );
}

function PrintedTimeline({ print, sources }: PrintProps): ReactElement {
  const t = useT();
  return (
    <SimpleTable
      label={t('caseRecord:timeline')}
      density="dense"
      columns={[
        { key: 'position', title: t('caseRecord:position') },
        { key: 'time', title: t('audit:time') },
        { key: 'person', title: t('audit:person') },
        { key: 'plant', title: t('audit:plant') },
        { key: 'what', title: t('audit:what') },
        { key: 'rows', title: t('audit:rows') },
        { key: 'why', title: t('audit:why') },
        { key: 'hash', title: t('audit:hash') },
      ]}
    >
      {print.merged.rows.map((row) => (
        <TableRow key={entryKey(row)}>
          <td>
            {formatPosition(row.entry)}
            {isCovered(row, print.states) ? '' : ' *'}
          </td>
          <td>{formatDateTime(row.entry.at)}</td>
          <td>{formatActor(t, row.entry.actor)}</td>
          <td>{sources.get(row.source) ?? row.source}</td>
          <td>
            {describeEntry(t, row)}
            {row.entry.outcome !== 'ok' && ` · ${t(`audit:outcome.${row.entry.outcome}`)}`}
          </td>
          <td>{row.entry.count}</td>
          <td>{row.entry.reason?.text ?? row.entry.reason?.code ?? t('audit:noReason')}</td>
          <td className={styles.long}>{row.entry.hash}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

/** Whether a printed checkpoint covers an entry: those of the last minute are published after the print. */
const isCovered = ({ source, entry }: SourcedEntry, states: readonly PublishedState[]): boolean =>
  states.some((state) => state.source === source && state.epoch === entry.epoch && entry.seq <= state.size);

function PrintedExports({ print, sources }: PrintProps): ReactElement {
  const t = useT();
  const language = useLanguage();
  const parts = listExportedParts(print.merged.rows);
  return (
    <SimpleTable
      label={t('caseRecord:exports')}
      density="dense"
      empty={parts.length === 0 && <p>{t('caseRecord:noExports')}</p>}
      columns={[
        { key: 'export', title: t('caseRecord:export') },
        { key: 'plant', title: t('audit:plant') },
        { key: 'time', title: t('audit:time') },
        { key: 'person', title: t('audit:person') },
        { key: 'contents', title: t('caseRecord:contents') },
        { key: 'hash', title: 'SHA-256' },
      ]}
    >
      {parts.map((part) => (
        <TableRow key={`${part.source} ${part.export}`}>
          <td className={styles.long}>{part.export}</td>
          <td>{sources.get(part.source) ?? part.source}</td>
          <td>{formatDateTime(part.at)}</td>
          <td>{part.person ?? t('audit:anonymous')}</td>
          <td>
            {t('caseRecord:partContents', {
              count: part.transits,
              pictures: part.pictures,
              bytes: formatBytes(part.bytes, 1000, language),
            })}
            {!part.isWhole && ` · ${t('caseRecord:partial')}`}
          </td>
          <td className={styles.long}>{part.sha256 ?? t('caseRecord:noHash')}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

function PrintedStates({ print, sources }: PrintProps): ReactElement {
  const t = useT();
  return (
    <SimpleTable
      label={t('caseRecord:checkpoints')}
      density="dense"
      columns={[
        { key: 'plant', title: t('audit:plant') },
        { key: 'origin', title: t('caseRecord:origin') },
        { key: 'size', title: t('caseRecord:size'), isNumeric: true },
        { key: 'root', title: t('caseRecord:root') },
        { key: 'key', title: t('caseRecord:key') },
      ]}
    >
      {print.states.map((state) => (
        <TableRow key={`${state.source} ${state.epoch}`}>
          <td>{sources.get(state.source) ?? state.source}</td>
          <td className={styles.long}>{state.origin}</td>
          <NumberCell>{state.size}</NumberCell>
          <td className={styles.long}>{state.root}</td>
          <td className={styles.long}>{state.key}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
