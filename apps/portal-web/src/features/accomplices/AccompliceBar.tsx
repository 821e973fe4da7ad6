import { Button, Checkbox, NumberInput, Tooltip } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Toolbar, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import { PlateInput } from '../../widgets/plate/PlateInput.tsx';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { canSearchAccomplices, MAX_MINUTES, MAX_PASSAGES } from './accomplice-form.ts';
import { type AccompliceController, useAccomplices } from './accomplice-controller.ts';

interface Props {
  readonly controller: AccompliceController;
  readonly plants: readonly PlantSession[];
}

/** Ids of the plants a form searches: the selected one, or all of them. */
export const selectPlantIds = (selected: number | null, plants: readonly PlantSession[]): readonly number[] =>
  plants.map(({ peerId }) => peerId).filter((peerId) => selected === null || peerId === selected);

/**
 * T 2.11: the accomplice form: plate, plant, minutes, passages, the two checkboxes, and a short explanation of the
 * tool.
 */
export function AccompliceBar(props: Props): ReactElement {
  const t = useT();
  const { controller, plants } = props;
  const form = useAccomplices(controller, (state) => state.form);
  const isRunning = useAccomplices(controller, ({ search }) => search?.isRunning === true);
  const run = (): void => controller.run(selectPlantIds(form.selectedPeer, plants));
  return (
    <Toolbar isSearch onSubmit={run}>
      <PlateInput
        value={form.plate}
        maxLength={32}
        onChange={(text) =>
          controller.updateForm({ plate: cleanPlateText(text).replaceAll(/[^A-Z0-9]/g, ''), reference: null })
        }
      />
      <PlantField {...props} />
      <WholeNumberField controller={controller} name="minutes" most={MAX_MINUTES} />
      <WholeNumberField controller={controller} name="passages" most={MAX_PASSAGES} />
      <ToolbarGroup>
        {(['from', 'to'] as const).map((name) => (
          <ClockField
            key={name}
            label={t(`accomplices:${name}`)}
            value={form[name]}
            usualTime={null}
            isOptional
            w={128}
            onValue={(day) => controller.updateForm({ [name]: day })}
          />
        ))}
      </ToolbarGroup>
      <Checkbox
        label={t('accomplices:ignoreComune')}
        checked={form.ignore_comune}
        onChange={(event) => controller.updateForm({ ignore_comune: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('accomplices:ignoreLimitrofi')}
        checked={form.ignore_limitrofi}
        onChange={(event) => controller.updateForm({ ignore_limitrofi: event.currentTarget.checked })}
      />
      <ToolbarGroup>
        {isRunning ? (
          <Button variant="default" onClick={controller.cancel} leftSection={<Icon name="close" />}>
            {t('accomplices:cancel')}
          </Button>
        ) : (
          <Button type="submit" leftSection={<Icon name="search" />} disabled={!canSearchAccomplices(form)}>
            {t('accomplices:search')}
          </Button>
        )}
        <HelpTip />
      </ToolbarGroup>
    </Toolbar>
  );
}

function HelpTip(): ReactElement {
  const t = useT();
  return (
    <Tooltip label={t('accomplices:help')} events={{ hover: true, focus: true, touch: true }} multiline w={280}>
      <span>
        <IconButton icon="question" name={t('accomplices:helpName')} onClick={() => undefined} />
      </span>
    </Tooltip>
  );
}

/** ACC-02: select between all plants and one plant; disabled when there is only one plant. */
function PlantField({ controller, plants }: Props): ReactElement {
  const t = useT();
  const selected = useAccomplices(controller, ({ form }) => form.selectedPeer);
  const isOne = plants.length <= 1;
  const known = plants.find(({ peerId }) => peerId === selected) ?? null;
  return (
    <PlantSelect
      label={t('accomplices:plant')}
      group={t('accomplices:onePlant')}
      plants={plants}
      value={(isOne ? plants[0]?.peerId : known?.peerId) ?? null}
      onChange={(selectedPeer) => controller.updateForm({ selectedPeer })}
      {...(isOne
        ? {}
        : {
            all: {
              label: t('accomplices:allPlants'),
              onChoose: () => controller.updateForm({ selectedPeer: null }),
            },
          })}
      width={150}
    />
  );
}

/** ACC-03: input for whole numbers from 1 to `most`. */
function WholeNumberField(props: {
  controller: AccompliceController;
  name: 'minutes' | 'passages';
  most: number;
}): ReactElement {
  const t = useT();
  const { controller, name, most } = props;
  const value = useAccomplices(controller, ({ form }) => form[name]);
  return (
    <NumberInput
      label={t(`accomplices:${name}`)}
      min={1}
      max={most}
      step={1}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      value={value}
      w={128}
      onChange={(next) => {
        if (typeof next === 'number' && Number.isInteger(next) && next >= 1 && next <= most)
          controller.updateForm({ [name]: next });
      }}
    />
  );
}
