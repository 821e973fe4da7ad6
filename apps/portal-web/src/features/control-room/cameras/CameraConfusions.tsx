import { useQueries } from '@tanstack/react-query';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import styles from './Cameras.module.css';
import { cameraConfusionsQuery } from './cameras.api.ts';

/** Characters that gates often read as others, by the corrections of a month, with what to do. Nothing while there are none. */
export function CameraConfusions(props: { plants: readonly PlantSession[] }): ReactElement | null {
  const t = useT();
  const { plants } = props;
  const found = useQueries({ queries: plants.map(({ peerId }) => cameraConfusionsQuery(peerId)) });
  const rows = plants
    .flatMap((plant, at) => (found[at]?.data ?? []).map((confusion) => ({ plant, confusion })))
    .toSorted((a, b) => b.confusion.volte - a.confusion.volte);
  if (rows.length === 0) return null;
  const title = t('controlRoom:cameras.confusions');
  return (
    <div className={styles.tasks}>
      <SimpleTable
        label={title}
        caption={title}
        density="dense"
        onNarrow="stack"
        columns={[
          { key: 'gate', title: t('controlRoom:cameras.gate') },
          { key: 'what', title: t('controlRoom:cameras.confused') },
        ]}
      >
        {rows.map(({ plant, confusion: { varco_id: gate, varco, letta, giusta, volte } }) => (
          <TableRow key={`${plant.peerId}-${gate}-${letta}${giusta}`}>
            <th scope="row">
              {varco}
              <span className={styles.second}>{getPlantLabel(plant)}</span>
            </th>
            <td>{t('controlRoom:cameras.readsAs', { actual: giusta, read: letta, count: volte })}</td>
          </TableRow>
        ))}
      </SimpleTable>
      <Remark>{t('controlRoom:cameras.confusionRemedy')}</Remark>
    </div>
  );
}
