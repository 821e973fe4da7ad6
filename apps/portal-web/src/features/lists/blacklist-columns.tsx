import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { computeEntryState } from './entry-state.ts';
import styles from './Lists.module.css';
import { buildActionColumn, type ColumnId, columnHeader, EntryStateChip } from './list-columns.tsx';
import type { ComparedField, Conflicts, ListedEntry } from './merged-list.ts';

/**
 * Columns of the blacklist (BLK-31; mock-up 07): plant, plate, state, reason, vehicle, alarms, expiry, author, actions.
 * Where there is no room for all, the first four stay and the others follow by priority.
 */
export function buildBlacklistColumns(
  t: Translate,
  conflicts: Conflicts,
  showsPlant: boolean,
): readonly Column<ListedEntry>[] {
  const name = (id: ColumnId) => columnHeader(t, id);
  const mark: RenderMark = (row, ...fields) => (
    <ConflictMark t={t} values={fields.flatMap((field) => conflicts.get(row.entry.targa)?.get(field) ?? [])} />
  );
  return [
    ...(showsPlant
      ? [{ ...name('plant'), cell: (row: ListedEntry) => <span title={row.peerLabel}>{row.peerCode}</span> }]
      : []),
    {
      ...name('plate'),
      sortField: 'targa',
      cell: ({ entry }) => <PlateBadge plate={entry.targa} nation={entry.nazione} size="table" />,
    },
    { ...name('state'), cell: ({ entry }) => <EntryStateChip t={t} state={computeEntryState(entry, nowMs())} /> },
    {
      ...name('reason'),
      canWrap: true,
      cell: (row) => (
        <span className={styles.chips}>
          <ReasonText entry={row.entry} />
          {mark(row, 'stato', 'note1', 'note2')}
          {row.entry.reserved && (
            <StatusChip
              tone="pv"
              icon="lock"
              variant="tint"
              size="sm"
              word={t(row.entry.reserved_slave ? 'lists:state.mine' : 'lists:state.reserved')}
            />
          )}
          {row.entry.interforze && (
            <StatusChip tone="al" icon="shield" variant="tint" size="sm" word={t('lists:state.interforce')} />
          )}
        </span>
      ),
    },
    {
      ...name('vehicle'),
      priority: 2,
      cell: (row) => (
        <span className={styles.chips}>
          {[row.entry.marca, row.entry.modello].join(' ').trim()}
          {mark(row, 'marca', 'modello', 'telaio')}
        </span>
      ),
    },
    ...buildTrailingColumns(t, mark),
    buildActionColumn(t),
  ];
}

/** Reason and note; the note is left out on a phone. */
function ReasonText({ entry }: Pick<ListedEntry, 'entry'>): ReactElement {
  const { stato, note1 } = entry;
  return (
    <span>
      {stato}
      {note1 !== '' && (
        <span className={styles.note}>
          {stato === '' ? '' : ' · '}
          {note1}
        </span>
      )}
    </span>
  );
}

type RenderMark = (row: ListedEntry, ...fields: ComparedField[]) => ReactElement;

function buildTrailingColumns(t: Translate, mark: RenderMark): readonly Column<ListedEntry>[] {
  const name = (id: ColumnId) => columnHeader(t, id);
  return [
    { ...name('alarms'), priority: 3, cell: ({ entry }) => <AlarmIcons t={t} entry={entry} /> },
    {
      ...name('expiry'),
      priority: 1,
      sortField: 'data_scadenza',
      cell: (row) => (
        <span className={styles.chips}>
          {formatDate(row.entry.data_scadenza)}
          {mark(row, 'data_scadenza')}
        </span>
      ),
    },
    {
      ...name('entered'),
      priority: 5,
      sortField: 'datainserimento',
      cell: ({ entry }) => formatDate(entry.datainserimento),
    },
    { ...name('by'), priority: 4, cell: ({ entry }) => entry.username },
  ];
}

/** T 3.6: marks a field in which the plants' entries for a plate differ; lists the different values. */
function ConflictMark(props: { t: Translate; values: readonly string[] }): ReactElement | null {
  const { t, values } = props;
  if (values.length === 0) return null;
  const name = t('lists:state.conflictName', { values: values.join(', ') });
  return (
    <span className={styles.conflict} role="img" aria-label={name} title={name}>
      {t('lists:state.conflict')}
    </span>
  );
}

function AlarmIcons(props: { t: Translate; entry: ListedEntry['entry'] }): ReactElement {
  const { t, entry } = props;
  const alarms = [
    ['mail', entry.all_1, t('lists:form.mail')],
    ['phone', entry.all_2, t('lists:form.push')],
    ['radio', entry.all_3, t('lists:form.radio')],
  ] as const;
  const named = alarms.filter(([, isOn]) => isOn === 1).map(([, , text]) => text);
  return (
    <span className={styles.chips} role="img" aria-label={named.length === 0 ? t('common:none') : named.join(', ')}>
      {alarms.map(([icon, isOn, text]) => (
        <span key={icon} className={isOn === 1 ? undefined : styles.off} title={text}>
          <Icon name={icon} size="sm" />
        </span>
      ))}
    </span>
  );
}
