import { Button, NativeSelect } from '@mantine/core';
import { MIN_EVENTS } from '@varco/domain/analysis/related-events.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { Dispatch, ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import type { DraftChange, EventDraft, RelatedDraft } from './event-draft.ts';
import styles from './GateAnalysis.module.css';
import { GatePicker } from './GatePicker.tsx';
import { InstantField } from './InstantField.tsx';

export const EVENT_GATES = { isOrdered: false, most: 50 };

interface Props {
  readonly draft: RelatedDraft;
  readonly event: EventDraft;
  readonly n: number;
  readonly change: Dispatch<DraftChange>;
  readonly plants: readonly PlantSession[];
  readonly gates: readonly PlantGate[];
  readonly zones: readonly PlantZone[];
  readonly onMap: (id: number) => void;
}

/** Fields of one event: gates or a zone, start and end. */
export function EventFields(props: Props): ReactElement {
  const t = useT();
  const { draft, event, n, change, plants, gates, onMap } = props;
  const isActive = draft.activeId === event.id;
  const set = (part: Partial<EventDraft>): void => change({ kind: 'change', id: event.id, part });
  return (
    <section className={styles.event} data-active={isActive} aria-label={t('gateAnalysis:related.event', { n })}>
      <div className={styles.eventHead}>
        <h2>{t('gateAnalysis:related.event', { n })}</h2>
        <Button size="compact-xs" variant={isActive ? 'light' : 'default'} onClick={() => onMap(event.id)}>
          {t(isActive ? 'gateAnalysis:related.choosing' : 'gateAnalysis:related.choose')}
        </Button>
        {draft.events.length > MIN_EVENTS && (
          <IconButton
            icon="trash"
            size="sm"
            name={t('gateAnalysis:related.remove', { n })}
            onClick={() => change({ kind: 'remove', id: event.id })}
          />
        )}
      </div>
      {event.zone === null && (
        <GatePicker
          label={t('gateAnalysis:gate.add')}
          plants={plants}
          gates={gates}
          value={event.gates}
          onValue={(value) => set({ gates: value })}
          {...EVENT_GATES}
        />
      )}
      {event.gates.length === 0 && <ZoneField {...props} />}
      <div className={styles.pair}>
        <InstantField
          label={t('gateAnalysis:start')}
          at={event.start}
          usualTime="00:00"
          onAt={(start) => set({ start })}
        />
        <InstantField label={t('gateAnalysis:end')} at={event.end} usualTime="23:59" onAt={(end) => set({ end })} />
      </div>
    </section>
  );
}

function ZoneField({ event, change, plants, zones }: Props): ReactElement | null {
  const t = useT();
  if (zones.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      label={t('gateAnalysis:gate.zone')}
      value={event.zone === null ? '' : `${event.zone.peerId}:${event.zone.zoneId}`}
      data={[
        { value: '', label: t('gateAnalysis:gate.noZone') },
        ...plants.map((plant) => ({
          group: getPlantLabel(plant),
          items: zones
            .filter(({ peerId }) => peerId === plant.peerId)
            .map(({ peerId, zone }) => ({ value: `${peerId}:${zone.id}`, label: zone.nome })),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const [peerId = 0, zoneId = 0] = value.split(':').map(Number);
        change({ kind: 'change', id: event.id, part: { zone: value === '' ? null : { peerId, zoneId } } });
      }}
    />
  );
}
