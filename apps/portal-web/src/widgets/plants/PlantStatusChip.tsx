import type { PeerInfo } from '@varco/contract/portal/user.ts';
import {
  isSeenWarning,
  getPlantStatus,
  getPlantStatusLabel,
  type PlantStatusLabel,
} from '@varco/domain/portal/plant-status.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactElement } from 'react';
import { toMilliseconds } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';

const STATUS_STYLES: Readonly<Record<PlantStatusLabel, readonly [Tone, IconName]>> = {
  ok: ['ok', 'check'],
  offline: ['nt', 'wifiOff'],
  wrongIp: ['al', 'swap'],
  silent: ['wa', 'wifiOff'],
  unreachable: ['wa', 'cross'],
  notVerified: ['wa', 'question'],
  licenceExpired: ['al', 'key'],
  noPlates: ['wa', 'camera'],
  noCommunication: ['al', 'clock'],
};

const MINUTE_MS = 60_000;

/** Status of a plant according to the portal's registry (P 4), with a mark when it has been silent for 15 to 30 minutes. */
export function PlantStatusChip(props: { peer: PeerInfo; now: string }): ReactElement {
  const t = useT();
  const { peer, now } = props;
  const label = getPlantStatusLabel(getPlantStatus(toStatusFacts(peer), now));
  const [tone, icon] = STATUS_STYLES[label];
  const minutes =
    peer.last_seen === null ? 0 : Math.floor((toMilliseconds(now) - toMilliseconds(peer.last_seen)) / MINUTE_MS);
  const warning = t('plants:status.warning', { minutes });
  return (
    <>
      <StatusChip tone={tone} icon={icon} word={t(`plants:status.${label}`)} />
      {isSeenWarning({ lastSeen: peer.last_seen }, now) && (
        <span role="img" aria-label={warning} title={warning}>
          <Icon name="warning" size="xs" />
        </span>
      )}
    </>
  );
}

const toStatusFacts = (peer: PeerInfo) => ({
  reachable: peer.reachable,
  verified: peer.verified,
  lastSeen: peer.last_seen,
  lastStatusMessage: peer.last_status_message,
  lastStatusMessageTime: peer.last_status_message_time,
  serverTime: peer.server_time,
  lastPlateDate: peer.last_plate_date,
  licenseExpiration: peer.license_expiration,
});
