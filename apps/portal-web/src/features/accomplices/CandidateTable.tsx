import { DataTable } from '@varco/ui/DataTable.tsx';
import { RowMenu, type RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import type { ActionContext, ActionSubject } from '../../lib/transit-actions/transit-action.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import { buildCandidateColumns } from './candidate-columns.tsx';
import { findVehicleClass } from './candidate-facts.ts';
import type { RankedCandidate } from './candidate-summary.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly RankedCandidate[];
  readonly plants: readonly PlantSession[];
  /** Several plants were searched. */
  readonly showsPlants: boolean;
  readonly currentKey: string | null;
  readonly onCurrent: (plate: string) => void;
  readonly onOpen: (candidate: RankedCandidate) => void;
}

/** ACC-11: the candidates, best first, with the keys and row actions of the list of transits. */
export function CandidateTable(props: Props): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { label, rows, plants, showsPlants, currentKey, onCurrent, onOpen } = props;
  const [menu, setMenu] = useState<{ readonly row: RankedCandidate; readonly anchor: HTMLElement } | null>(null);
  return (
    <>
      <DataTable
        label={label}
        columns={buildCandidateColumns({ t, language, plants, showsPlants, onOpen })}
        rows={rows}
        rowKey={({ plate }) => plate}
        rowIdPrefix="accomplice-"
        rowTotal={rows.length}
        currentKey={currentKey}
        onCurrent={onCurrent}
        onOpen={onOpen}
        onMenu={(row, anchor) => setMenu(menu === null ? { row, anchor } : null)}
        isHit={({ isHigh }) => isHigh}
        density="normal"
      />
      {menu !== null && (
        <CandidateMenu candidate={menu.row} anchor={menu.anchor} onOpen={onOpen} onClose={() => setMenu(null)} />
      )}
    </>
  );
}

const ACTION_CONTEXT: ActionContext = {
  place: 'suspects',
  openDetail: ({ peerId, transitId }) => openTransitDialog({ peerId, transitId }),
};

/** The newest passage of the candidate with the target: what the actions of the row act on. */
function toNewestSubject(candidate: RankedCandidate): ActionSubject {
  const passages = candidate.parts
    .flatMap(({ peerId, candidate: { transits } }) => transits.map((passage) => ({ peerId, ...passage })))
    .toSorted((a, b) => (a.date_partner < b.date_partner ? 1 : -1));
  const [newest] = passages;
  return {
    peerId: newest?.peerId ?? candidate.parts[0]?.peerId ?? 0,
    transitId: newest?.id_partner ?? '',
    plate: candidate.plate,
    isAdr: false,
    at: newest?.date_partner ?? '',
    gateId: newest?.gate_id ?? 0,
    vehicleClass: findVehicleClass(candidate),
  };
}

/** The keys of transit actions act on the current transit of a list, not on these rows: they are not announced. */
const withoutKey = ({ id, label, icon, startsGroup, disabledReason, onSelect }: RowMenuItem): RowMenuItem => ({
  id,
  label,
  ...(icon === undefined ? {} : { icon }),
  ...(startsGroup === undefined ? {} : { startsGroup }),
  ...(disabledReason === undefined ? {} : { disabledReason }),
  onSelect,
});

function CandidateMenu(props: {
  candidate: RankedCandidate;
  anchor: HTMLElement;
  onOpen: (candidate: RankedCandidate) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { candidate, anchor, onOpen, onClose } = props;
  const [part] = candidate.parts;
  const actions = useTransitActions(toNewestSubject(candidate), {
    ...ACTION_CONTEXT,
    ...(part === undefined
      ? {}
      : { score: { modello: 'complici', formula: part.answer.versione, punteggio: candidate.score } }),
  });
  const open = {
    id: 'together',
    label: t('accomplices:openCandidate'),
    icon: 'pair' as const,
    keyName: t('common:keys.enter'),
    onSelect: () => onOpen(candidate),
  };
  const [first, ...others] = actions.map(withoutKey);
  const rest = first === undefined ? [] : [{ ...first, startsGroup: true }, ...others];
  return (
    <RowMenu
      anchor={anchor}
      label={t('accomplices:actions', { plate: candidate.plate })}
      items={[open, ...rest]}
      onClose={onClose}
    />
  );
}
