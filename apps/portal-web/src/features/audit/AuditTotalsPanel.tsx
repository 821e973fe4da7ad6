import { Panel } from '@varco/ui/Panel.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { formatInteger } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { formatAction, formatActor } from '../../lib/audit/audit-text.ts';
import type { MergedAudit } from '../../lib/audit/merge-audit.ts';

/** Entries of the whole question by person and by action, over all logs that answered. */
export function AuditTotalsPanel({ totals, rows }: Pick<MergedAudit, 'totals' | 'rows'>): ReactElement {
  const t = useT();
  // Totals have names only; which of them are jobs of a server is seen from the rows.
  const kinds = new Map(rows.map(({ entry }) => [entry.actor.name, entry.actor.kind]));
  const people = totals.people.map(
    ({ name, entries }) => [formatActor(t, { name, kind: kinds.get(name) ?? '' }), entries] as const,
  );
  const actions = totals.actions.map(({ action, entries }) => [formatAction(t, action), entries] as const);
  return (
    <ScrollRegion label={t('audit:byPerson')} role="group" isFilling isPadded>
      <TotalsTable title={t('audit:byPerson')} rows={people} others={totals.others.people} />
      <TotalsTable title={t('audit:byAction')} rows={actions} others={totals.others.actions} />
    </ScrollRegion>
  );
}

function TotalsTable(props: {
  title: string;
  rows: readonly (readonly [string, number])[];
  others: number;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const all = props.others === 0 ? props.rows : [...props.rows, [t('audit:others'), props.others] as const];
  return (
    <Panel title={props.title} padding="none">
      <SimpleTable label={props.title} density="dense">
        {all.map(([name, entries]) => (
          <TableRow key={name}>
            <th scope="row">{name}</th>
            <NumberCell>{formatInteger(entries, language)}</NumberCell>
          </TableRow>
        ))}
      </SimpleTable>
    </Panel>
  );
}
