import { Button, Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { POLYGON_CORNERS } from '@varco/domain/maps/polygon.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantGate } from '../../widgets/map/gate-overlay.ts';
import { MapForm } from '../../widgets/map/MapSplit.tsx';
import type { ZoneEditor } from './use-zone-editor.ts';
import { removeCorner, findDraftFault, listDraftGates, moveCorner, addCorner, type ZoneDraft } from './zone-draft.ts';
import styles from './Zones.module.css';

const COLOUR_NUMBERS = [1, 2, 3, 4, 5] as const;
const FAULT_KEYS = {
  name: 'name',
  empty: 'empty',
  too_few: 'tooFew',
  too_many: 'tooMany',
  crossed: 'crossed',
} as const;
const KNOWN_REFUSALS = ['conflict', 'duplicate', 'no_perms'] as const;

interface Props {
  readonly editor: ZoneEditor;
  readonly draft: ZoneDraft;
  readonly gates: readonly PlantGate[];
  readonly plant: string;
}

/** Form of a zone: name, colour, corners and gates; an alternative to drawing on the map by pointer. */
export function ZoneForm(props: Props): ReactElement {
  const t = useT();
  const { editor, draft, plant } = props;
  const fault = findDraftFault(draft);
  const { error } = editor;
  const code = error instanceof ApiError ? KNOWN_REFUSALS.find((one) => one === error.code) : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    editor.save();
  };
  return (
    <MapForm onSubmit={submit} aria-label={t('maps:zones.form')}>
      <h2>
        {draft.before?.nome ?? t('maps:zones.add')} <span className={styles.quiet}>{plant}</span>
      </h2>
      <Group grow>
        <TextInput
          label={t('maps:zones.name')}
          value={draft.name}
          maxLength={80}
          onChange={({ currentTarget: { value } }) => editor.setDraft({ ...draft, name: value })}
        />
        <NativeSelect
          label={t('maps:zones.colour')}
          value={String(draft.colour)}
          data={COLOUR_NUMBERS.map((one) => ({ value: String(one), label: t(`maps:zones.colours.c${one}`) }))}
          onChange={({ currentTarget: { value } }) => editor.setDraft({ ...draft, colour: Number(value) })}
        />
      </Group>
      <CornerFields {...props} />
      <SelectedGatesField {...props} />
      {fault !== null && <p className={styles.quiet}>{t(`maps:zones.fault.${FAULT_KEYS[fault]}`)}</p>}
      {error !== null && (
        <Notice tone="al" isUrgent>
          {t(`maps:zones.refused.${code ?? 'other'}`)}
        </Notice>
      )}
      <Group justify="space-between">
        <RemoveButton {...props} />
        <Group>
          <Button variant="default" onClick={() => editor.setDraft(null)}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={editor.isBusy} disabled={fault !== null}>
            {t('common:save')}
          </Button>
        </Group>
      </Group>
    </MapForm>
  );
}

/** Coordinates of the corners: drawing by keyboard. */
function CornerFields({ editor, draft, gates }: Props): ReactElement {
  const t = useT();
  const middle = gates.find(({ peerId, gate }) => peerId === draft.peerId && gate.gps_lat !== null)?.gate;
  const last = draft.corners.at(-1) ?? [middle?.gps_lon ?? 12.25, middle?.gps_lat ?? 44.14];
  return (
    <fieldset className={styles.set}>
      <legend>{t('maps:zones.corners', { count: draft.corners.length })}</legend>
      <p className={styles.quiet}>{t('maps:zones.cornersHint')}</p>
      {draft.corners.map(([lon, lat], index) => (
        <div key={index} className={styles.corner}>
          <span>{index + 1}</span>
          <DegreesField
            name={t('maps:zones.cornerLat', { number: String(index + 1) })}
            most={90}
            value={lat}
            onValue={(value) => editor.setDraft(moveCorner(draft, index, [lon, value]))}
          />
          <DegreesField
            name={t('maps:zones.cornerLon', { number: String(index + 1) })}
            most={180}
            value={lon}
            onValue={(value) => editor.setDraft(moveCorner(draft, index, [value, lat]))}
          />
          <IconButton
            icon="close"
            size="sm"
            name={t('maps:zones.dropCorner', { number: String(index + 1) })}
            onClick={() => editor.setDraft(removeCorner(draft, index))}
          />
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        disabled={draft.corners.length >= POLYGON_CORNERS.max}
        onClick={() => editor.setDraft(addCorner(draft, [last[0], last[1]]))}
      >
        {t('maps:zones.addCorner')}
      </Button>
    </fieldset>
  );
}

function DegreesField(props: {
  name: string;
  most: number;
  value: number;
  onValue: (value: number) => void;
}): ReactElement {
  return (
    <NumberInput
      size="xs"
      aria-label={props.name}
      min={-props.most}
      max={props.most}
      step={0.001}
      decimalScale={6}
      value={props.value}
      onChange={(value) => {
        if (typeof value === 'number') props.onValue(value);
      }}
    />
  );
}

/** Gates of the zone: those inside the corners, and others selected by hand. */
function SelectedGatesField({ editor, draft, gates }: Props): ReactElement {
  const t = useT();
  const of = gates.filter(({ peerId }) => peerId === draft.peerId);
  const inside = new Set(listDraftGates({ ...draft, selectedGates: [] }, gates).map(({ gate }) => gate.id));
  const count = listDraftGates(draft, gates).length;
  return (
    <fieldset className={styles.set}>
      <legend>{t('maps:zones.gates', { count })}</legend>
      <div className={styles.gates}>
        {of.map(({ gate }) => (
          <Checkbox
            key={gate.id}
            size="xs"
            label={inside.has(gate.id) ? t('maps:zones.inside', { gate: gate.fullname }) : gate.fullname}
            checked={inside.has(gate.id) || draft.selectedGates.includes(gate.id)}
            disabled={inside.has(gate.id)}
            onChange={({ currentTarget: { checked } }) =>
              editor.setDraft({
                ...draft,
                selectedGates: checked
                  ? [...draft.selectedGates, gate.id]
                  : draft.selectedGates.filter((id) => id !== gate.id),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Delete button with inline confirmation. */
function RemoveButton({ editor, draft }: Props): ReactElement {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { before } = draft;
  if (before === null) return <span />;
  return isAsking ? (
    <Button color="red" onClick={() => editor.remove(draft.peerId, before.id)}>
      {t('maps:zones.removeSure')}
    </Button>
  ) : (
    <Button variant="subtle" onClick={() => setAsking(true)}>
      {t('maps:zones.remove')}
    </Button>
  );
}
