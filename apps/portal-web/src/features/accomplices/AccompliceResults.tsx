import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { type ReactElement, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { type AccompliceController, type AccompliceSearch, useAccomplices } from './accomplice-controller.ts';
import { CandidatePanel } from './CandidatePanel.tsx';
import type { RankedCandidate } from './candidate-summary.ts';
import { CandidateTable } from './CandidateTable.tsx';

/** The ranked table, and beside it the candidate that was opened. */
export function AccompliceResults(props: {
  controller: AccompliceController;
  search: AccompliceSearch;
  rows: readonly RankedCandidate[];
  plants: readonly PlantSession[];
}): ReactElement {
  const t = useT();
  const { controller, search, rows, plants } = props;
  const { plate } = search.form;
  const view = useAccomplices(controller, (state) => state.view);
  const peerIds = useMemo(() => search.answers.map(({ peerId }) => peerId), [search.answers]);
  const { gates } = useGateStates(peerIds);
  const opened = rows.find((row) => row.plate === view.opened);
  return (
    <SplitPane
      sideAt="end"
      sideWidth="wide"
      side={
        opened === undefined ? null : (
          <CandidatePanel
            target={plate}
            candidate={opened}
            plants={plants}
            gates={gates}
            onClose={() => controller.updateView({ opened: null })}
          />
        )
      }
    >
      <CandidateTable
        label={t('accomplices:table')}
        rows={rows}
        plants={plants}
        showsPlants={search.plants.size > 1}
        currentKey={view.current}
        onCurrent={(current) => controller.updateView({ current })}
        // A second press closes what the first has opened.
        onOpen={(row) =>
          controller.updateView({ current: row.plate, opened: view.opened === row.plate ? null : row.plate })
        }
      />
    </SplitPane>
  );
}
