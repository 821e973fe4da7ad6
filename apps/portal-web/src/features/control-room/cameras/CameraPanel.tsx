import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { canManageSettings } from '@varco/domain/policy/plant-permissions.ts';
import { formatDateMinute, formatInteger } from '@varco/i18n/format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useMemo, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { LazyStepChart } from '../../../widgets/chart/lazy-step-chart.tsx';
import { buildCameraPoints, type CameraPoint, computeCameraAxisMax } from './camera-points.ts';
import { cameraHistoryQuery, toCameraFailure } from './cameras.api.ts';
import { CameraConfusions } from './CameraConfusions.tsx';
import { CameraTasks } from './CameraTasks.tsx';

/** Cameras that were off in the last week over all plants (CAM-01), and who looks after those that are silent. */
export function CameraPanel(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [isTable, setTable] = useState(false);
  const found = useQueries({ queries: plants.map(({ peerId }) => cameraHistoryQuery(peerId)) });
  const stamp = found.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  const answered = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const points = useStable(stamp, () => buildCameraPoints(answered));
  const failures = found.flatMap(({ error }, at) => {
    const plant = plants[at];
    return error === null || plant === undefined
      ? []
      : [t(`controlRoom:cameras.failed.${toCameraFailure(error)}`, { plant: getPlantLabel(plant) })];
  });
  const managed = plants.filter(({ login }) => login !== null && canManageSettings(login.user));
  return (
    <Panel
      title={t('controlRoom:cameras.title')}
      icon="camera"
      padding="text"
      aside={
        <>
          {failures.length > 0 && (
            <StatusChip
              tone="wa"
              icon="warning"
              variant="tint"
              word={t('controlRoom:partial', { count: answered.length, all: plants.length })}
            />
          )}
          <Button size="compact-xs" variant="default" aria-pressed={isTable} onClick={() => setTable((is) => !is)}>
            {t('controlRoom:chart.table')}
          </Button>
        </>
      }
    >
      {isTable ? <PointTable points={points} /> : <PointChart points={points} />}
      {failures.map((failure) => (
        <Remark key={failure} tone="wa" icon="warning">
          {failure}
        </Remark>
      ))}
      {managed.length > 0 && <CameraTasks plants={managed} />}
      {managed.length > 0 && <CameraConfusions plants={managed} />}
    </Panel>
  );
}

/** The value of the last change of `key`: the chart is drawn again only when a plant sent something. */
function useStable<T>(key: string, build: () => T): T {
  const [kept, keep] = useState(() => ({ key, value: build() }));
  if (kept.key === key) return kept.value;
  const value = build();
  keep({ key, value });
  return value;
}

function PointChart(props: { points: readonly CameraPoint[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const points = useMemo(
    () =>
      props.points.map(({ at, off, missing }) => ({
        name: formatDateMinute(at),
        value: off,
        before: null,
        isPartial: missing > 0,
      })),
    [props.points],
  );
  const texts = useMemo(
    () => ({
      now: t('controlRoom:cameras.off'),
      before: null,
      partial: t('controlRoom:cameras.partial'),
      format: (value: number) => formatInteger(value, language),
    }),
    [t, language],
  );
  return <LazyStepChart points={points} texts={texts} yMax={computeCameraAxisMax(props.points)} />;
}

function PointTable(props: { points: readonly CameraPoint[] }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <SimpleTable
      label={t('controlRoom:cameras.title')}
      density="dense"
      columns={[
        { key: 'at', title: t('controlRoom:cameras.until') },
        { key: 'off', title: t('controlRoom:cameras.off'), isNumeric: true },
        { key: 'missing', title: t('controlRoom:cameras.missing'), isNumeric: true },
      ]}
    >
      {props.points.toReversed().map(({ at, off, missing }) => (
        <TableRow key={at}>
          <th scope="row">{formatDateMinute(at)}</th>
          <NumberCell>{off === null ? '–' : formatInteger(off, language)}</NumberCell>
          <NumberCell>{formatInteger(missing, language)}</NumberCell>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
