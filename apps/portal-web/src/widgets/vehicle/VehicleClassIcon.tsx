import type { VehicleClass } from '@varco/domain/code-lists.ts';
import { VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Vehicle.module.css';
import { VEHICLE_ICONS } from './vehicle-icons.ts';

/** Parses a class sent by a plant; an unknown one becomes "undefined" and is never guessed. */
function parseVehicleClass(code: string): VehicleClass {
  return VEHICLE_CLASSES.find((known) => known === code) ?? 'undefined';
}

/** Whether the camera recognised what kind of vehicle it saw. */
export const isVehicleClassKnown = (code: string): boolean => parseVehicleClass(code) !== 'undefined';

/** Icon of a vehicle class, with its name beside it (`isNamed`) or as accessible name and tooltip only. */
export function VehicleClassIcon(props: { code: string; isNamed?: boolean }): ReactElement {
  const t = useT();
  const known = parseVehicleClass(props.code);
  const name = t(`widgets:vehicle.${known}`);
  if (props.isNamed === true) {
    return (
      <span className={styles.named}>
        <Icon name={VEHICLE_ICONS[known]} size="sm" />
        {name}
      </span>
    );
  }
  return (
    <span role="img" aria-label={name} title={name}>
      <Icon name={VEHICLE_ICONS[known]} size="sm" />
    </span>
  );
}
