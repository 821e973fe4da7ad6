import { Button, TextInput } from '@mantine/core';
import { MAX_ITEM_NOTE } from '@varco/contract/plant/handovers.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatItem } from './format-item.ts';
import styles from './Handover.module.css';
import { getItemKey, type PlantItem } from './handover-parts.ts';
import { EarlierNote, ItemCells } from './ItemCells.tsx';

/** Rows drawn at first; a field for each of thousands would take seconds. */
const FIRST_ROWS = 100;

/** What is open over all plants, with a note of the outgoing person for each item. */
export function OpenItemTable(props: {
  items: readonly PlantItem[];
  notes: ReadonlyMap<string, string>;
  onNote: (key: string, note: string) => void;
  nameOf: (peerId: number) => string;
  nowMs: number;
  isPending: boolean;
  /** Which plants answered. */
  status: ReactNode;
  /** Some did not. */
  isPartial: boolean;
  hasAnswer: boolean;
}): ReactElement {
  const t = useT();
  const { items, notes, onNote, nameOf, nowMs, isPending } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? items : items.slice(0, FIRST_ROWS);
  const title = t('handover:open.title');
  return (
    <Panel title={title} icon="list" padding="none">
      {props.status}
      <SimpleTable
        label={title}
        onNarrow="stack"
        columns={(['what', 'where', 'since', 'owner', 'note'] as const).map((key) => ({
          key,
          title: t(`handover:columns.${key}`),
        }))}
        empty={
          items.length === 0 && !isPending && <NothingOpen isPartial={props.isPartial} hasAnswer={props.hasAnswer} />
        }
      >
        {shown.map((of) => (
          <TableRow key={getItemKey(of)}>
            <ItemCells of={of} plant={nameOf(of.peerId)} nowMs={nowMs} />
            <td className={styles.note}>
              <EarlierNote of={of} />
              <TextInput
                aria-label={t('handover:open.note', { item: formatItem(of.item, t) })}
                placeholder={t('handover:open.notePlaceholder')}
                maxLength={MAX_ITEM_NOTE}
                value={notes.get(getItemKey(of)) ?? ''}
                onChange={(event) => onNote(getItemKey(of), event.currentTarget.value)}
              />
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {shown.length < items.length && (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {t('handover:open.more', { count: items.length })}
        </Button>
      )}
    </Panel>
  );
}

/** Nothing is open, as far as the plants that answered say; without any of them a shift cannot be handed over. */
function NothingOpen({ isPartial, hasAnswer }: { isPartial: boolean; hasAnswer: boolean }): ReactElement {
  const t = useT();
  if (!hasAnswer)
    return (
      <EmptyState icon="warning" title={t('handover:open.nobody')}>
        {t('handover:open.nobodyText')}
      </EmptyState>
    );
  const title = t(isPartial ? 'handover:open.noneOfAnswered' : 'handover:open.none');
  return (
    <EmptyState icon={isPartial ? 'warning' : 'check'} title={title}>
      {t('handover:open.noneText')}
    </EmptyState>
  );
}
