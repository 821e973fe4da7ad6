import { Button } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useApprovals } from '../../lib/approvals/approvals.store.ts';
import {
  type ApprovalUse,
  findPlateSearch,
  listPlateApprovals,
  toApprovalUse,
  useTimeOfEnds,
} from '../../lib/approvals/granted-approvals.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel, usePlantList } from '../../lib/plants/use-plants.ts';
import { ApprovalUses } from '../../widgets/approvals/ApprovalUses.tsx';
import { findApprovedPeriod } from './approved-period.ts';
import styles from './Track.module.css';
import type { PlantTrack } from './track.api.ts';
import type { TrackSettings } from './use-track-model.ts';

/** A plate on the track, and what the plants answered. */
export interface ShownPlate {
  readonly plate: string;
  readonly plants: readonly PlantTrack[];
}

interface TrackApprovalState {
  readonly uses: readonly ApprovalUse[];
  /** The period of an approval for the same plate; null: none is usable. */
  readonly period: Pick<TrackSettings, 'start' | 'end'> | null;
}

/** The approvals by which plants sent a track, and those that ended since the track was opened. */
function useTrackApprovals({ plate, plants }: ShownPlate, settings: TrackSettings): TrackApprovalState {
  const { byPeer } = useApprovals();
  const [openedAt] = useState(now);
  const granted = plants.map(({ peerId }) => ({ peerId, list: listPlateApprovals(byPeer.get(peerId), plate) }));
  const at = useTimeOfEnds(granted.flatMap(({ list }) => list.map(({ valida_fino: until }) => until)));
  const uses = granted.flatMap(({ peerId, list }) => {
    const used = findPlateSearch(list, settings, at)?.approval;
    const ended = list.filter(({ valida_fino: until }) => until > openedAt && until <= at);
    return (used === undefined ? ended : [used]).map((one) => toApprovalUse(peerId, one));
  });
  return { uses, period: findApprovedPeriod(byPeer, plate, at) };
}

interface TrackApprovalProps {
  readonly settings: TrackSettings;
  readonly onSettings: (settings: TrackSettings) => void;
}

/**
 * Under whose approval a track goes beyond the person's role, and which plants sent less than the period because of it, for
 * each plate. Draws nothing for whoever has no limits.
 */
export function TrackApprovals(props: TrackApprovalProps & { plates: readonly ShownPlate[] }): ReactElement {
  const { plates, ...rest } = props;
  return (
    <div className={styles.approvals}>
      {plates.map((shown) => (
        <PlateApprovals key={shown.plate} shown={shown} {...rest} />
      ))}
    </div>
  );
}

/** An approval for another period of the same plate is offered. */
function PlateApprovals(props: TrackApprovalProps & { shown: ShownPlate }): ReactElement {
  const t = useT();
  const { shown, settings, onSettings } = props;
  const { uses, period } = useTrackApprovals(shown, settings);
  const limited = shown.plants.filter(({ isLimited }) => isLimited).map(({ peerId }) => peerId);
  const labels = usePlantList()
    .filter(({ peerId }) => limited.includes(peerId))
    .map(getPlantLabel);
  const showPeriod = period !== null && (
    <Button size="compact-sm" variant="default" onClick={() => onSettings({ ...settings, ...period })}>
      {t('approvals:use.trackPeriod')}
    </Button>
  );
  return (
    <>
      <ApprovalUses
        uses={uses}
        hints={{ usable: t('approvals:use.trackUsable'), over: t('approvals:use.trackOver') }}
      />
      {limited.length > 0 && (
        <Notice tone="in" {...(showPeriod === false ? {} : { actions: showPeriod })}>
          {t('approvals:use.trackLimited', { plants: labels.join(', ') })}
        </Notice>
      )}
    </>
  );
}
