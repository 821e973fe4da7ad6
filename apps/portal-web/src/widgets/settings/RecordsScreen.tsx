import { Button } from '@mantine/core';
import { DataTable } from '@varco/ui/DataTable.tsx';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { Toolbar, ToolbarEnd } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';

/** Screen of the portal's own records, few enough for one page: a button to add one, and a table whose rows open. */
export function RecordsScreen<Row extends { readonly id: number }>(props: {
  /** Names of the screen and of its table. */
  label: string;
  tableLabel: string;
  /** Undefined: not received yet. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  /** They could not be received. */
  isFailed: boolean;
  empty: { readonly icon: IconName; readonly title: string; readonly text: string };
  addLabel: string;
  onAdd: () => void;
  onOpen: (row: Row) => void;
}): ReactElement {
  const t = useT();
  const { rows, empty } = props;
  const [currentKey, setCurrent] = useState<string | null>(null);
  return (
    <ScreenFrame
      label={props.label}
      toolbar={
        <Toolbar>
          <ToolbarEnd>
            <Button leftSection={<Icon name="plus" />} onClick={props.onAdd}>
              {props.addLabel}
            </Button>
          </ToolbarEnd>
        </Toolbar>
      }
      notices={
        props.isFailed && (
          <Notice tone="al" isUrgent>
            {t('errors:code.unavailable')}
          </Notice>
        )
      }
      body="fill"
      empty={
        rows?.length === 0 && (
          <EmptyState icon={empty.icon} title={empty.title}>
            {empty.text}
          </EmptyState>
        )
      }
    >
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label={props.tableLabel}
          columns={props.columns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowTotal={rows.length}
          currentKey={currentKey}
          onCurrent={setCurrent}
          onOpen={props.onOpen}
          density="normal"
        />
      )}
    </ScreenFrame>
  );
}
