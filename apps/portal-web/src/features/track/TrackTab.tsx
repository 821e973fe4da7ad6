import { DEFAULT_ROUTE_GAP_MIN } from '@varco/domain/maps/map-constants.ts';
import { type ReactElement, useState } from 'react';
import { useApprovals } from '../../lib/approvals/approvals.store.ts';
import { now } from '../../lib/clock.ts';
import type { Tab } from '../../lib/workspace/tab-spec.ts';
import { setTrackComparison } from '../../lib/workspace/track-tabs.ts';
import { findApprovedPeriod } from './approved-period.ts';
import { toQuickPeriod } from './TrackFields.tsx';
import { TrackView } from './TrackView.tsx';
import type { TrackSettings } from './use-track-model.ts';

/**
 * T 2.9: tab "Tracciato transiti {plate}"; starts with the last week, or with the period in which a second person allowed
 * exactly this plate. The second plate belongs to the tab, because it
 * can be chosen on other screens.
 */
export function TrackTab(props: { tab: Extract<Tab, { kind: 'transit-map' }> }): ReactElement {
  const { tab } = props;
  const [settings, setSettings] = useState<TrackSettings>(() => ({
    ...(findApprovedPeriod(useApprovals.getState().byPeer, tab.plate, now()) ?? toQuickPeriod('week', now())),
    gapMinutes: DEFAULT_ROUTE_GAP_MIN,
  }));
  return (
    <TrackView
      plate={tab.plate}
      settings={settings}
      onSettings={setSettings}
      second={[tab.second ?? '', (plate) => setTrackComparison(tab.id, plate)]}
    />
  );
}
