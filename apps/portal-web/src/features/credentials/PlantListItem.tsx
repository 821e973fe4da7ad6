import { Button } from '@mantine/core';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { signInPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import styles from './CredentialsScreen.module.css';
import { getPlantStateStyle } from './plant-state-style.ts';

/** One plant in the list: position, name, address, state of its sign-in, and actions. */
export function PlantListItem(props: {
  plant: PlantSession;
  isFirst: boolean;
  isLast: boolean;
  isLocked: boolean;
  onMove: (step: -1 | 1) => void;
  onDialog: (kind: 'edit' | 'password' | 'remove') => void;
}): ReactElement {
  const t = useT();
  const { plant, isFirst, isLast, isLocked, onMove, onDialog } = props;
  const name = getPlantLabel(plant);
  const look = getPlantStateStyle(plant);
  const { enabled } = plant.credential;
  return (
    <li className={styles.item} aria-label={name}>
      <div className={styles.order}>
        <IconButton
          icon="chevronUp"
          size="sm"
          name={t('plants:credentials.up', { plant: name })}
          isDisabled={isLocked || isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevronDown"
          size="sm"
          name={t('plants:credentials.down', { plant: name })}
          isDisabled={isLocked || isLast}
          onClick={() => onMove(1)}
        />
      </div>
      <div>
        <div className={styles.name}>{name}</div>
        <div className={styles.host}>
          {plant.origin === null ? plant.credential.url : new URL(plant.origin).host} · {plant.credential.username}
        </div>
      </div>
      <div className={styles.chip} role="status">
        <StatusChip tone={look.tone} icon={look.icon} word={t(look.label)} isSpinning={plant.state === 'verifying'} />
        {enabled && plant.reason !== null && <div className={styles.reason}>{t(`plants:reason.${plant.reason}`)}</div>}
      </div>
      <PlantActions plant={plant} isLocked={isLocked} onDialog={onDialog} />
      {plant.addressConflict !== null && (
        <div className={styles.wide}>{t('plants:credentials.conflict', plant.addressConflict)}</div>
      )}
    </li>
  );
}

const DIALOG_BUTTONS = [
  ['edit', 'plants:credentials.edit'],
  ['password', 'plants:credentials.changePassword'],
  ['remove', 'plants:credentials.remove'],
] as const;

function PlantActions(props: {
  plant: PlantSession;
  isLocked: boolean;
  onDialog: (kind: 'edit' | 'password' | 'remove') => void;
}): ReactElement {
  const t = useT();
  const { plant, isLocked, onDialog } = props;
  return (
    <div className={styles.actions}>
      <Button
        variant="default"
        size="compact-sm"
        disabled={!plant.credential.enabled}
        loading={plant.state === 'verifying'}
        onClick={() => void signInPlant(plant.credentialId)}
      >
        {t('plants:credentials.verify')}
      </Button>
      {DIALOG_BUTTONS.map(([kind, label]) => (
        <Button key={kind} variant="default" size="compact-sm" disabled={isLocked} onClick={() => onDialog(kind)}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
