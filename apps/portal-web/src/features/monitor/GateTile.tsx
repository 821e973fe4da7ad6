import { useNavigate } from '@tanstack/react-router';
import type { Transit } from '@varco/contract/plant/transit.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { toMilliseconds } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import { getPlantCode, usePlant } from '../../lib/plants/use-plants.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { computeAge } from './transit-age.ts';
import styles from './Monitor.module.css';
import type { Watched } from './watch-plant.ts';

interface Props {
  readonly gate: PlantGate;
  readonly watched: Watched;
  readonly nowMs: number;
  /** A single tile shows the full picture. */
  readonly isLarge: boolean;
}

const STATE_CHIPS = {
  error: { tone: 'al', icon: 'warning' },
  disabled: { tone: 'nt', icon: 'slashRing' },
  noplate: { tone: 'wa', icon: 'clock' },
  sleep: { tone: 'wa', icon: 'clock' },
  nogps: { tone: 'nt', icon: 'pin' },
} as const;

/** Tile of a gate: newest transit with picture, plate and age, and the state of the camera. */
export function GateTile({ gate: plantGate, watched, nowMs, isLarge }: Props): ReactElement {
  const t = useT();
  const { peerId, gate } = plantGate;
  const plant = usePlant(peerId);
  const transit = watched.latest.get(gate.id) ?? null;
  const state = gate.stato;
  return (
    <li className={styles.tile}>
      <div className={styles.tileHead}>
        <span className={styles.gateName}>{gate.fullname}</span>
        <span className={styles.plant}>{plant === null ? '' : getPlantCode(plant)}</span>
        {state !== 'online' && (
          <StatusChip size="sm" variant="tint" word={t(`monitor:gateState.${state}`)} {...STATE_CHIPS[state]} />
        )}
      </div>
      {transit === null ? (
        <div className={styles.nothing}>
          <Icon name="camera" size="lg" />
          <span>{t(watched.hasAnswered ? 'monitor:none' : 'monitor:loading')}</span>
        </div>
      ) : (
        // Keyed by transit, so that no picture or plate of the previous one remains.
        <LatestTransit key={transit.id} transit={transit} {...{ peerId, nowMs, isLarge }} aheadMs={watched.aheadMs} />
      )}
    </li>
  );
}

function LatestTransit(props: {
  transit: Transit;
  peerId: number;
  nowMs: number;
  aheadMs: number;
  isLarge: boolean;
}): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { transit, peerId, nowMs, aheadMs, isLarge } = props;
  const { id, targa, nazione, data, varco, redacted } = transit;
  const age = computeAge(nowMs + aheadMs - toMilliseconds(data));
  const isAlert = [transit.rubata, transit.allarme].some((value) => ['si', 'pn', 'rad', 'scn', 'rub'].includes(value));
  const ageText = t(age.key, { count: age.count });
  const open = (): void => {
    openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: id, plate: targa });
    void navigate({ to: '/lpr' });
  };
  return (
    <button type="button" className={cx(styles.latest, isAlert && !redacted && styles.isAlert)} onClick={open}>
      <span className="visually-hidden">{t('monitor:open', { gate: varco })}</span>
      <TilePicture transit={transit} peerId={peerId} isLarge={isLarge} />
      <span className={styles.facts}>
        <PlateBadge plate={targa} nation={nazione === '' ? null : nazione} size="card" />
        <span className={styles.when}>
          <Moment at={data} form="time" />
          <span
            className={cx(styles.age, age.level !== 'fresh' && styles.isOld, age.level === 'lost' && styles.isLost)}
          >
            {age.level === 'fresh' ? ageText : t('monitor:old', { age: ageText })}
          </span>
        </span>
      </span>
    </button>
  );
}

function TilePicture(props: { transit: Transit; peerId: number; isLarge: boolean }): ReactElement {
  const t = useT();
  const { transit, peerId, isLarge } = props;
  const { src, isLoading } = usePicture(peerId, transit.id, isLarge ? 'full' : 't400', transit.has_image);
  if (src !== null) return <img className={styles.picture} src={src} alt="" />;
  const text = !transit.has_image ? 'monitor:noPicture' : isLoading ? 'common:loading' : 'monitor:failedPicture';
  return (
    <span className={styles.picture}>
      <Icon name="image" size="lg" />
      <span>{t(text)}</span>
    </span>
  );
}
