import type { SettingChange } from '@varco/contract/setting-fields.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { LastChange } from './LastChange.tsx';
import styles from './SettingsTable.module.css';

/** A setting of one value. */
export interface SettingRow {
  readonly id: string;
  readonly name: string;
  /** What it does. */
  readonly hint: string;
  readonly value: ReactNode;
  readonly changed: SettingChange | null;
  /** The value is the one the server was started with. */
  readonly isFromEnvironment: boolean;
  readonly onEdit: () => void;
}

/** Settings with what each does, its value, who changed it last, and a button that changes it. */
export function SettingsTable(props: {
  title: string;
  icon: IconName;
  rows: readonly SettingRow[];
  /** Below the table. */
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  return (
    <Panel title={props.title} icon={props.icon} padding="none">
      <SimpleTable
        label={props.title}
        onNarrow="stack"
        columns={[
          { key: 'setting', title: t('settingTable:setting') },
          { key: 'value', title: t('settingTable:value') },
          { key: 'changed', title: t('settingTable:changed') },
          { key: 'edit', title: t('settingTable:actions'), isTitleHidden: true },
        ]}
      >
        {props.rows.map((row) => (
          <TableRow key={row.id}>
            <th scope="row">
              {row.name}
              <span className={styles.hint}>{row.hint}</span>
            </th>
            <td>
              <div className={styles.value}>{row.value}</div>
            </td>
            <td>{row.isFromEnvironment ? t('settingTable:fromEnvironment') : <LastChange changed={row.changed} />}</td>
            <td>
              <IconButton icon="edit" name={t('settingTable:editNamed', { name: row.name })} onClick={row.onEdit} />
            </td>
          </TableRow>
        ))}
      </SimpleTable>
      {props.children}
    </Panel>
  );
}
