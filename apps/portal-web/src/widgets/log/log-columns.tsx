import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import { formatAction, formatActor, readPlate } from '../../lib/audit/audit-text.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';

const OUTCOME_TONES: Readonly<Record<SourcedEntry['entry']['outcome'], Tone>> = {
  ok: 'ok',
  partial: 'in',
  denied: 'al',
  invalid: 'wa',
  error: 'wa',
  cancelled: 'in',
};

/** An entry in a few words: the action, and the plate it is about. */
const formatWhat = (t: Translate, { entry }: SourcedEntry): string =>
  [formatAction(t, entry.action), readPlate(entry.detail)].filter(Boolean).join(' · ');

/** The stated reason of an entry: case and explanation. */
export const formatWhy = (t: Translate, { entry: { reason } }: SourcedEntry): string =>
  reason === null
    ? t('audit:noReason')
    : [reason.case === null ? '' : t('audit:caseOf', { case: reason.case }), reason.text ?? reason.code]
        .filter(Boolean)
        .join(' · ');

/** Columns of a table of log entries. `what`: an entry in words; `whatClass`: class of these words. */
export function createLogColumns(
  t: Translate,
  sources: ReadonlyMap<AuditSource, string>,
  what: (t: Translate, row: SourcedEntry) => string = formatWhat,
  whatClass?: string,
): readonly Column<SourcedEntry>[] {
  const column = (
    id: 'time' | 'person' | 'what' | 'result' | 'rows' | 'plant' | 'why' | 'ip',
    cell: Column<SourcedEntry>['cell'],
    more: Partial<Column<SourcedEntry>> = {},
  ): Column<SourcedEntry> => ({ id, header: t(`audit:${id}`), name: t(`audit:${id}`), cell, ...more });
  return [
    column('time', ({ entry }) => formatDateTime(entry.at)),
    column('person', ({ entry }) => <b>{formatActor(t, entry.actor)}</b>, { canWrap: true }),
    column(
      'what',
      (row) => {
        const words = what(t, row);
        return whatClass === undefined ? (
          words
        ) : (
          <span className={whatClass} title={words}>
            {words}
          </span>
        );
      },
      { canWrap: true },
    ),
    column('plant', ({ source }) => sources.get(source) ?? source, { priority: 1 }),
    column('rows', ({ entry }) => (entry.count === null ? '' : String(entry.count)), { align: 'end', priority: 2 }),
    column('why', (row) => formatWhy(t, row), { canWrap: true, priority: 3 }),
    column(
      'result',
      ({ entry: { outcome } }) => (
        <StatusChip
          tone={OUTCOME_TONES[outcome]}
          icon={outcome === 'ok' || outcome === 'partial' ? 'check' : 'warning'}
          word={t(`audit:outcome.${outcome}`)}
        />
      ),
      { priority: 4 },
    ),
    column('ip', ({ entry }) => entry.from.ip ?? '', { priority: 5 }),
  ];
}
