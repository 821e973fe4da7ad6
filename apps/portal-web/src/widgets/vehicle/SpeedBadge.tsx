import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Above this speed, km/h, the badge is red (T 9). */
export const SPEED_THRESHOLD_KMH = 70;

export function isOverSpeed(kmPerHour: number): boolean {
  return kmPerHour > SPEED_THRESHOLD_KMH;
}

/** Speed in km/h: red with a triangle over 70, otherwise green. Null: the gate does not measure it. */
export function SpeedBadge(props: { kmPerHour: number | null }): ReactElement {
  const t = useT();
  const { kmPerHour } = props;
  if (kmPerHour === null) {
    const notMeasured = t('widgets:speed.none');
    return <StatusChip tone="nt" icon={null} word="—" fullName={notMeasured} />;
  }
  const values = { speed: Math.round(kmPerHour) };
  const isOver = isOverSpeed(kmPerHour);
  return (
    <StatusChip
      tone={isOver ? 'al' : 'ok'}
      icon={isOver ? 'warning' : null}
      variant={isOver ? 'tint' : 'plain'}
      word={t('widgets:speed.value', values)}
      fullName={t(isOver ? 'widgets:speed.over' : 'widgets:speed.within', values)}
    />
  );
}
