import { formatBytes, formatDateTime, formatInteger } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import type { AuditSource, LogScope } from '../../lib/audit/audit.api.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './CaseRecord.module.css';
import { shortenId } from './entry-words.ts';
import { type ExportedPart, listExportedParts } from './record-contents.ts';
import { countKinds, listPeople } from './record-kinds.ts';

/** Totals of what is loaded, and what was exported with its hashes. */
export function RecordSummary(props: {
  rows: readonly SourcedEntry[];
  sources: ReadonlyMap<AuditSource, string>;
  scope: LogScope;
}): ReactElement {
  const t = useT();
  const { rows, sources, scope } = props;
  const kinds = countKinds(rows).map(([kind, count]) => [t(`caseRecord:kind.${kind}`), count] as const);
  const people = listPeople(rows).map(
    (name) => [name, rows.filter(({ entry }) => entry.actor.name === name).length] as const,
  );
  return (
    <ScrollRegion label={t('caseRecord:totals')} role="group" isFilling isPadded>
      <CountTable title={t('caseRecord:totals')} rows={kinds} />
      {scope === 'all' && <CountTable title={t('audit:byPerson')} rows={people} />}
      <ExportedParts parts={listExportedParts(rows)} sources={sources} />
    </ScrollRegion>
  );
}

function CountTable(props: { title: string; rows: readonly (readonly [string, number])[] }): ReactElement {
  const language = useLanguage();
  return (
    <Panel title={props.title} padding="none">
      <SimpleTable label={props.title} density="dense">
        {props.rows.map(([name, count]) => (
          <TableRow key={name}>
            <th scope="row">{name}</th>
            <NumberCell>{formatInteger(count, language)}</NumberCell>
          </TableRow>
        ))}
      </SimpleTable>
    </Panel>
  );
}

function ExportedParts(props: {
  parts: readonly ExportedPart[];
  sources: ReadonlyMap<AuditSource, string>;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <Panel title={t('caseRecord:exports')} padding="list">
      {props.parts.length === 0 && <p className={styles.none}>{t('caseRecord:noExports')}</p>}
      {props.parts.map((part) => (
        <KeyValueList
          key={`${part.source} ${part.export}`}
          labelWidth={84}
          items={[
            {
              key: 'export',
              label: t('caseRecord:export'),
              value: `${shortenId(part.export)} · ${props.sources.get(part.source) ?? part.source}`,
            },
            { key: 'at', label: t('audit:time'), value: formatDateTime(part.at) },
            {
              key: 'contents',
              label: t('caseRecord:contents'),
              value: [
                t('caseRecord:partContents', {
                  count: part.transits,
                  pictures: part.pictures,
                  bytes: formatBytes(part.bytes, 1000, language),
                }),
                part.isWhole ? '' : t('caseRecord:partial'),
              ]
                .filter(Boolean)
                .join(' · '),
            },
            {
              key: 'hash',
              label: 'SHA-256',
              value: <span className={styles.hash}>{part.sha256 ?? t('caseRecord:noHash')}</span>,
            },
          ]}
        />
      ))}
    </Panel>
  );
}
