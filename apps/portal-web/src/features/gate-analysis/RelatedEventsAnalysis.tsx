import { Button, NumberInput } from '@mantine/core';
import { MAX_EVENTS } from '@varco/domain/analysis/related-events.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type Dispatch, type ReactElement, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useSealedState } from '../../lib/storage/use-sealed-state.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { type PlantZone, useZones } from '../../widgets/map/zones.api.ts';
import { AnalysisLayout, type AnalysisSide } from './AnalysisLayout.tsx';
import { searchRelatedPlates } from './search-related.ts';
import {
  applyDraftChange,
  type DraftChange,
  findDraftOverlaps,
  listMarkedGates,
  toRelatedQuery,
  type RelatedDraft,
  createRelatedDraft,
  storedRelatedDraft,
} from './event-draft.ts';
import { EVENT_GATES, EventFields } from './EventFields.tsx';
import styles from './GateAnalysis.module.css';
import { toggleGate } from './GatePicker.tsx';
import { LazyGateMap } from './lazy-gate-map.tsx';
import { RelatedResults } from './RelatedResults.tsx';
import { useAnalysisRun } from './use-analysis-run.ts';

/** Which plates were at K or more of 2 to 8 places and times, over any plants. */
export function RelatedEventsAnalysis(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [draft, setDraft] = useSealedState(storedRelatedDraft, createRelatedDraft);
  const change = (part: DraftChange): void => setDraft((now) => applyDraftChange(now, part));
  const [side, setSide] = useState<AnalysisSide>('results');
  const peerKey = plants.map(({ peerId }) => peerId).join();
  const peerIds = useMemo(() => peerKey.split(',').map(Number), [peerKey]);
  const { gates } = useGateStates(peerIds);
  const { zones } = useZones(peerIds);
  const run = useAnalysisRun(searchRelatedPlates);
  const question = toRelatedQuery(draft);
  const start = (): void => {
    if (question === null) return;
    setSide('results');
    run.start(question);
  };
  useShortcuts({ 'Ctrl+Enter': start });
  const active = draft.events.find(({ id }) => id === draft.activeId);
  return (
    <AnalysisLayout
      title={t('gateAnalysis:related.form')}
      form={
        <EventsForm
          draft={draft}
          change={change}
          plants={plants}
          gates={gates}
          zones={zones}
          isWhole={question !== null}
          onMap={(id) => {
            change({ kind: 'activate', id });
            setSide('map');
          }}
        />
      }
      canRun={question !== null}
      onRun={start}
      onStop={run.stop}
      state={run.state}
      map={
        <LazyGateMap
          gates={gates}
          marked={listMarkedGates(draft.events, zones)}
          onPick={(gate) => {
            if (active === undefined) return;
            const part = { gates: toggleGate(active.gates, gate, EVENT_GATES), zone: null };
            change({ kind: 'change', id: active.id, part });
          }}
        />
      }
      side={side}
      onSide={setSide}
      intro={{ title: t('gateAnalysis:related.start'), text: t('gateAnalysis:related.startText') }}
      results={run.state.kind === 'done' && <RelatedResults answer={run.state.answer} />}
    />
  );
}

function EventsForm(props: {
  draft: RelatedDraft;
  change: Dispatch<DraftChange>;
  plants: readonly PlantSession[];
  gates: readonly PlantGate[];
  zones: readonly PlantZone[];
  isWhole: boolean;
  onMap: (id: number) => void;
}): ReactElement {
  const t = useT();
  const { draft, change, zones, isWhole } = props;
  const { events, minEvents: atLeast } = draft;
  return (
    <>
      {events.map((event, at) => (
        <EventFields key={event.id} {...props} event={event} n={at + 1} />
      ))}
      <Button
        size="xs"
        variant="default"
        disabled={events.length >= MAX_EVENTS}
        onClick={() => change({ kind: 'add' })}
      >
        {t('gateAnalysis:related.add')}
      </Button>
      <div className={styles.atLeast}>
        <NumberInput
          size="xs"
          w={140}
          label={t('gateAnalysis:related.atLeast')}
          description={t('gateAnalysis:related.ofEvents', { count: events.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={events.length}
          clampBehavior="strict"
          allowDecimal={false}
          value={atLeast}
          onChange={(value) => {
            if (typeof value === 'number') change({ kind: 'atLeast', count: value });
          }}
        />
      </div>
      {!isWhole && <p className={styles.hint}>{t('gateAnalysis:related.missing')}</p>}
      {findDraftOverlaps(events, zones).map(([a, b]) => (
        <Notice key={`${a} ${b}`} tone="wa">
          {t('gateAnalysis:related.overlap', { a: a + 1, b: b + 1 })}
        </Notice>
      ))}
    </>
  );
}
