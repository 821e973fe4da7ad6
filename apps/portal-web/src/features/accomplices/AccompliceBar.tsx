import { Button, Checkbox, NumberInput, Select, Tooltip } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { PlateInput } from '../../widgets/plate/PlateInput.tsx';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { canSearchAccomplices, MAX_MINUTES, MAX_PASSAGES } from './accomplice-form.ts';
import { type AccompliceController, useAccomplices } from './accomplice-controller.ts';
import styles from './Accomplices.module.css';

const ALL = 'all';

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
    <form className={styles.bar} onSubmit={handleSubmit(async () => run())} noValidate role="search">
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
      {(['from', 'to'] as const).map((name) => (
        <ClockField
          key={name}
          label={t(`accomplices:${name}`)}
          value={form[name]}
          usualTime={null}
          isOptional
          w={150}
          onValue={(day) => controller.updateForm({ [name]: day })}
        />
      ))}
      <div className={styles.checks}>
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
      </div>
      {isRunning ? (
        <Button variant="default" onClick={controller.cancel} leftSection={<Icon name="close" />}>
          {t('accomplices:cancel')}
        </Button>
      ) : (
        <Button type="submit" leftSection={<Icon name="search" />} disabled={!canSearchAccomplices(form)}>
          {t('accomplices:search')}
        </Button>
      )}
      <Tooltip label={t('accomplices:help')} events={{ hover: true, focus: true, touch: true }} multiline w={280}>
        <span>
          <IconButton icon="question" name={t('accomplices:helpName')} onClick={() => undefined} />
        </span>
      </Tooltip>
    </form>
  );
}

/** ACC-02: select between all plants and one plant; disabled when there is only one plant. */
function PlantField({ controller, plants }: Props): ReactElement {
  const t = useT();
  const selected = useAccomplices(controller, ({ form }) => form.selectedPeer);
  const isOne = plants.length <= 1;
  const items = plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }));
  const isKnown = plants.some(({ peerId }) => peerId === selected);
  return (
    <Select
      label={t('accomplices:plant')}
      data={
        isOne
          ? items
          : [
              { group: t('accomplices:allPlants'), items: [{ value: ALL, label: t('accomplices:allPlants') }] },
              { group: t('accomplices:onePlant'), items },
            ]
      }
      value={isOne ? (items[0]?.value ?? null) : isKnown ? String(selected) : ALL}
      onChange={(value) =>
        controller.updateForm({ selectedPeer: value === null || value === ALL ? null : Number(value) })
      }
      allowDeselect={false}
      disabled={isOne}
      w={210}
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
      w={124}
      onChange={(next) => {
        if (typeof next === 'number' && Number.isInteger(next) && next >= 1 && next <= most)
          controller.updateForm({ [name]: next });
      }}
    />
  );
}
