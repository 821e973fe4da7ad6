import { Select } from '@mantine/core';
import { MEANINGS } from '@varco/imports/column-names.ts';
import type { FileDescription } from '@varco/imports/describe-file.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from './Import.module.css';
import type { ImportController } from './import-controller.ts';
import { changeMeaning, toColumns } from './import-state.ts';

const UNUSED = 'unused';

/** Columns of the file, with examples, and what each was taken for. */
export function ColumnTable(props: {
  description: FileDescription;
  controller: ImportController;
}): ReactElement | null {
  const t = useT();
  const { description, controller } = props;
  if (description.columns.length === 0) return null;
  const options = [
    { value: UNUSED, label: t('fileImport:columns.unused') },
    ...MEANINGS.map((value) => ({ value: value as string, label: t(`fileImport:meaning.${value}`) })),
  ];
  const change = (at: number, value: string | null): void => {
    const meaning = MEANINGS.find((one) => one === value) ?? null;
    controller.change({ columns: changeMeaning(toColumns(description), at, meaning) });
  };
  return (
    <Panel title={t('fileImport:columns.title')} padding="none">
      <div className={styles.scroll}>
        <SimpleTable
          label={t('fileImport:columns.title')}
          density="dense"
          onNarrow="stack"
          columns={[
            { key: 'column', title: t('fileImport:columns.column') },
            { key: 'meaning', title: t('fileImport:columns.meaning') },
            { key: 'example', title: t('fileImport:columns.example') },
          ]}
        >
          {description.columns.map(({ name, meaning, examples }, at) => (
            // Two columns may have the same title.
            <TableRow key={at}>
              <th scope="row">{name}</th>
              <td>
                <Select
                  aria-label={t('fileImport:columns.meaningOf', { column: name })}
                  size="xs"
                  w={170}
                  searchable
                  allowDeselect={false}
                  data={options}
                  value={meaning ?? UNUSED}
                  onChange={(value) => change(at, value)}
                />
              </td>
              <td className={styles.mono}>{examples.join(' · ')}</td>
            </TableRow>
          ))}
        </SimpleTable>
      </div>
    </Panel>
  );
}
