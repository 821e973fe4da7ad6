import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { GATE_IMAGES } from '@varco/ui/map/gate-images.ts';
import type { MapHandle } from '@varco/ui/map/map-handle.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { isReadable } from '../../lib/plants/readable-plants.ts';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { BaseMapCanvas } from '../../widgets/map/BaseMap.tsx';
import { fitPositions, listGatePositions, useFitOnChange } from '../../widgets/map/fit-map.ts';
import { buildGateOverlay, type PlantGate } from '../../widgets/map/gate-overlay.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { MapSplit } from '../../widgets/map/MapSplit.tsx';
import styles from './CaseRecord.module.css';
import { locatedTransitsQuery, MAX_SHOWN_TRANSITS, type PlacedTransit } from './located-transits.api.ts';
import type { RecordedTransit } from './record-contents.ts';
import { TransitCard } from './TransitCard.tsx';

/**
 * Map and small pictures of the transits that were worked on, as far as the reader's own rights show them. Nothing is
 * asked before the button is pressed, because asking is a consultation.
 */
export function RecordedTransits(props: { transits: readonly RecordedTransit[] }): ReactElement {
  const t = useT();
  const { transits } = props;
  const [shown, setShown] = useState<readonly RecordedTransit[] | null>(null);
  const readable = new Set(usePlantList().flatMap((plant) => (isReadable(plant) ? plant.credentialId : [])));
  if (transits.length === 0)
    return (
      <EmptyState icon="map" title={t('caseRecord:noTransits')}>
        {t('caseRecord:noTransitsText')}
      </EmptyState>
    );
  if (!transits.some(({ source }) => readable.has(source)))
    return (
      <EmptyState icon="lock" tone="pv" title={t('caseRecord:noRights')}>
        {t('caseRecord:noRightsText')}
      </EmptyState>
    );
  if (shown === null)
    return (
      <EmptyState
        icon="map"
        title={t('caseRecord:transitsTitle')}
        actions={<Button onClick={() => setShown(transits)}>{t('caseRecord:showTransits')}</Button>}
      >
        {t('caseRecord:showTransitsText', { count: transits.length })}
      </EmptyState>
    );
  return <ShownTransits transits={shown} />;
}

/** What the plants say about the transits of those plants whose transits the reader may read. */
function useLocatedTransits(transits: readonly RecordedTransit[]) {
  const plants = usePlantList().filter(isReadable);
  const requested = plants
    .map((plant) => {
      const all = transits.filter(({ source }) => source === plant.credentialId);
      return {
        plant,
        transits: all.slice(0, MAX_SHOWN_TRANSITS),
        nOlder: Math.max(0, all.length - MAX_SHOWN_TRANSITS),
      };
    })
    .filter((one) => one.transits.length > 0);
  const answers = useQueries({
    queries: requested.map((one) => locatedTransitsQuery(one.plant.credentialId, one.transits)),
  });
  const located = requested.flatMap(({ plant }, index) =>
    (answers[index]?.data ?? []).map((transit) => ({ ...transit, plant })),
  );
  const silent = requested.filter((_, index) => answers[index]?.isError === true);
  const isPending = answers.some((answer) => answer.isPending);
  const nOlder = sum(requested.map((one) => one.nOlder));
  const nUnanswered = sum(silent.map((one) => one.transits.length));
  return {
    located: located.toSorted((a, b) => b.passedAt.localeCompare(a.passedAt)),
    silent: silent.map(({ plant }) => getPlantLabel(plant)),
    isPending,
    /** Beyond what one call may name. */
    nOlder,
    /** Past their term, or outside the reader's rights. */
    nHidden: isPending ? 0 : transits.length - nOlder - nUnanswered - located.length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function ShownTransits({ transits }: { transits: readonly RecordedTransit[] }): ReactElement {
  const t = useT();
  const { located, silent, isPending, nOlder, nHidden } = useLocatedTransits(transits);
  const [map, setMap] = useState<MapHandle | null>(null);
  const { gates } = useGateStates([...new Set(located.map(({ plant }) => plant.peerId))]);
  const passed = gates.filter((one) =>
    located.some((transit) => transit.plant.peerId === one.peerId && transit.gate === one.gate.id),
  );
  const fit = (): void => fitPositions(map, listGatePositions(passed));
  useFitOnChange(map, passed.length === 0 ? null : passed.map(({ gate }) => gate.id).join(), fit);
  return (
    <MapSplit
      map={
        <BaseMapCanvas
          label={t('caseRecord:mapLabel')}
          overlays={[buildGateOverlay(passed, { cluster: null, isPickable: false })]}
          images={GATE_IMAGES}
          onReady={setMap}
          onFit={fit}
        />
      }
    >
      {silent.length > 0 && <Notice tone="wa">{t('caseRecord:silent', { sources: silent.join(', ') })}</Notice>}
      {nOlder > 0 && (
        <Notice tone="in">{t('caseRecord:onlyNewest', { count: nOlder, max: MAX_SHOWN_TRANSITS })}</Notice>
      )}
      {nHidden > 0 && <Notice tone="in">{t('caseRecord:notShown', { count: nHidden })}</Notice>}
      <ul className={styles.pictures} aria-busy={isPending} aria-label={t('caseRecord:transitsTitle')}>
        {located.map((transit) => (
          <TransitCard
            key={`${transit.source} ${transit.id}`}
            transit={transit}
            gateName={findGateName(gates, transit)}
          />
        ))}
      </ul>
    </MapSplit>
  );
}

const findGateName = (gates: readonly PlantGate[], { plant, gate }: PlacedTransit): string =>
  gates.find((one) => one.peerId === plant.peerId && one.gate.id === gate)?.gate.fullname ?? String(gate);
