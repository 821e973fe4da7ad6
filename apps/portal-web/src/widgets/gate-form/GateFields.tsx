import { Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { DIRECTION_CODES, directionKey } from './gate-direction.ts';
import { type GateFault, type GateTexts, splitPosition } from './gate-form.ts';
import styles from './GateFields.module.css';

interface Props {
  readonly texts: GateTexts;
  readonly faults: readonly GateFault[];
  readonly change: (part: Partial<GateTexts>) => void;
  /** How else the position can be set. */
  readonly positionHint: string;
}

/** Fields of a gate: name, position, lanes, camera. */
export function GateFields(props: Props): ReactElement {
  return (
    <>
      <NameFields {...props} />
      <PositionFields {...props} />
      <RoadFields {...props} />
      <CameraFields {...props} />
    </>
  );
}

function NameFields({ texts, faults, change }: Props): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('maps:plants.field.name')}
        data-autofocus
        value={texts.fullname}
        maxLength={120}
        error={faults.includes('name') && t('maps:plants.fault.name')}
        onChange={({ currentTarget: { value } }) => change({ fullname: value })}
      />
      <TextInput
        label={t('maps:plants.field.desc')}
        value={texts.desc}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => change({ desc: value })}
      />
    </>
  );
}

function PositionFields({ texts, faults, change, positionHint }: Props): ReactElement {
  const t = useT();
  return (
    <>
      <Group grow>
        <TextInput
          label={t('maps:plants.field.lat')}
          value={texts.lat}
          inputMode="decimal"
          error={faults.includes('position')}
          onChange={({ currentTarget: { value } }) => change(splitPosition(value) ?? { lat: value })}
        />
        <TextInput
          label={t('maps:plants.field.lon')}
          value={texts.lon}
          inputMode="decimal"
          error={faults.includes('position')}
          onChange={({ currentTarget: { value } }) => change({ lon: value })}
        />
      </Group>
      {faults.includes('position') ? (
        <p className={styles.fault} role="alert">
          {t('maps:plants.fault.position')}
        </p>
      ) : (
        <p className={styles.hint}>{positionHint}</p>
      )}
    </>
  );
}

function RoadFields({ texts, faults, change }: Props): ReactElement {
  const t = useT();
  return (
    <>
      <NativeSelect
        label={t('maps:plants.direction')}
        value={String(texts.direction)}
        data={DIRECTION_CODES.map((one) => ({ value: String(one), label: t(directionKey(one)) }))}
        onChange={({ currentTarget: { value } }) => change({ direction: Number(value) })}
      />
      <Group grow align="flex-end">
        <TextInput
          label={t('maps:plants.field.order')}
          value={texts.position}
          inputMode="numeric"
          maxLength={5}
          error={faults.includes('order') && t('maps:plants.fault.order')}
          onChange={({ currentTarget: { value } }) => change({ position: value })}
        />
        <Switch
          label={t('maps:plants.field.twoLanes')}
          checked={texts.hasTwoLanes}
          onChange={({ currentTarget: { checked } }) => change({ hasTwoLanes: checked })}
        />
      </Group>
    </>
  );
}

function CameraFields({ texts, faults, change }: Props): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('maps:plants.camera')}
        value={texts.camera}
        maxLength={80}
        onChange={({ currentTarget: { value } }) => change({ camera: value })}
      />
      <TextInput
        label={t('maps:plants.field.video')}
        value={texts.video}
        maxLength={300}
        error={faults.includes('video') && t('maps:plants.fault.video')}
        onChange={({ currentTarget: { value } }) => change({ video: value })}
      />
      <Textarea
        label={t('maps:plants.field.note')}
        value={texts.note}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
      />
      <Switch
        label={t('maps:plants.field.enabled')}
        checked={texts.isEnabled}
        onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
      />
    </>
  );
}
