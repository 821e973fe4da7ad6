import { Button, MultiSelect, TextInput } from '@mantine/core';
import { VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { Toolbar, ToolbarGroup, ToolbarMessage } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useMemo } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { useGateStates } from '../../widgets/map/gate-states.api.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
import { cleanPlateText } from '../../widgets/plate/plate-text.ts';
import { isSlowRange, lastSelectableMinute, findRangeProblem, type RangeProblem } from './suspect-form.ts';
import { type SuspectController, useSuspects } from './suspect-controller.ts';
import styles from './Suspects.module.css';

interface Props {
  readonly controller: SuspectController;
  readonly plants: readonly PlantSession[];
  /** The plant that is searched. */
  readonly peerId: number;
}

/** T 2.13, T 5.5: plant, time range, plate, gates, kinds, and search button with the reason why it is disabled. */
export function SuspectBar(props: Props): ReactElement {
  const t = useT();
  const { controller, plants, peerId } = props;
  const form = useSuspects(controller, (state) => state.form);
  const isRunning = useSuspects(controller, (state) => state.isRunning);
  const problem = findRangeProblem(form, now());
  return (
    <Toolbar isSearch onSubmit={() => controller.run(peerId)}>
      <PlantSelect
        label={t('suspects:plant')}
        group={t('suspects:group')}
        plants={plants}
        value={peerId}
        onChange={(selectedPeer) => controller.updateForm({ selectedPeer, gateIds: [] })}
        width={190}
      />
      <TimeRangeFields controller={controller} />
      <TextInput
        label={t('suspects:plate')}
        placeholder={t('suspects:allPlates')}
        value={form.plate}
        maxLength={64}
        autoComplete="off"
        classNames={{ input: styles.mono ?? '' }}
        onChange={(event) => controller.updateForm({ plate: cleanPlateText(event.currentTarget.value) })}
        w={130}
      />
      <GateField {...props} />
      <MultiSelect
        label={t('suspects:kinds')}
        placeholder={form.vehicleKinds.length === 0 ? t('suspects:all') : ''}
        data={VEHICLE_CLASSES.map((kind) => ({ value: kind, label: t(`widgets:vehicle.${kind}`) }))}
        value={form.vehicleKinds}
        onChange={(vehicleKinds) => controller.updateForm({ vehicleKinds })}
        w={170}
      />
      {isRunning ? (
        <Button variant="default" leftSection={<Icon name="close" />} onClick={controller.cancel}>
          {t('suspects:cancel')}
        </Button>
      ) : (
        <Button type="submit" leftSection={<Icon name="search" />} disabled={problem !== null}>
          {t('suspects:search')}
        </Button>
      )}
      <RangeHint problem={problem} isSlow={isSlowRange(form)} />
    </Toolbar>
  );
}

function TimeRangeFields({ controller }: { controller: SuspectController }): ReactElement {
  const t = useT();
  const form = useSuspects(controller, (state) => state.form);
  return (
    <ToolbarGroup>
      {(['startTime', 'endTime'] as const).map((name) => (
        <ClockField
          key={name}
          label={t(name === 'startTime' ? 'suspects:from' : 'suspects:to')}
          max={lastSelectableMinute(now())}
          value={form[name]}
          // UIE-11: the default time is 00:00.
          usualTime="00:00"
          w={190}
          onValue={(value) => controller.updateForm({ [name]: value })}
        />
      ))}
    </ToolbarGroup>
  );
}

/** Says why the range cannot be searched, or that the search will be slow. */
function RangeHint({ problem, isSlow }: { problem: RangeProblem | null; isSlow: boolean }): ReactElement | null {
  const t = useT();
  if (problem === null && !isSlow) return null;
  return (
    <ToolbarMessage>
      <Remark tone={problem === null ? 'wa' : 'al'} icon={problem === null ? 'warning' : 'octagon'} isLive>
        {t(`suspects:${problem ?? 'slow'}`)}
      </Remark>
    </ToolbarMessage>
  );
}

/** Selects among the plant's gates that the user may search. */
function GateField({ controller, peerId }: Props): ReactElement {
  const t = useT();
  const chosen = useSuspects(controller, ({ form }) => form.gateIds);
  const peerIds = useMemo(() => [peerId], [peerId]);
  const { gates } = useGateStates(peerIds);
  const offered = gates.filter(({ gate }) => gate.enabled_for_user);
  const known = new Set(offered.map(({ gate }) => gate.id));
  return (
    <MultiSelect
      label={t('suspects:gates')}
      placeholder={chosen.length === 0 ? t('suspects:all') : ''}
      data={offered.map(({ gate }) => ({ value: String(gate.id), label: gate.fullname }))}
      value={chosen.filter((id) => known.has(id)).map(String)}
      onChange={(values) => controller.updateForm({ gateIds: values.map(Number) })}
      maxValues={200}
      searchable
      w={180}
    />
  );
}
