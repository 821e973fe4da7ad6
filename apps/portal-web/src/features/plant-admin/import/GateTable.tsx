import { Checkbox, Select } from '@mantine/core';
import { formatInteger } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import type { StepProps } from './step-props.ts';
import styles from './Import.module.css';
import { findUnknownGates, type ImportState } from './import-state.ts';

const MAX_SHOWN = 100;

/** Gates that the file names, and the gate of the plant that each means. */
export function GateTable({ state, controller }: StepProps): ReactElement | null {
  const t = useT();
  const { contents, createGates } = state;
  const gates = contents?.gates ?? [];
  if (gates.length === 0) return null;
  const unknown = findUnknownGates(state);
  // The ones to decide about come first.
  const shown = gates.toSorted((a, b) => Number(unknown.includes(b.name)) - Number(unknown.includes(a.name)));
  return (
    <Panel title={t('fileImport:gates.title', { count: gates.length })} padding="none">
      {unknown.length > 0 && (
        <Notice tone={createGates ? 'in' : 'wa'}>
          {t('fileImport:gates.unknownNotice', { count: unknown.length })}
          <Checkbox
            mt="xs"
            label={t('fileImport:gates.create', { count: unknown.length })}
            checked={createGates}
            onChange={(event) => controller.setCreateGates(event.currentTarget.checked)}
          />
        </Notice>
      )}
      <div className={styles.scroll}>
        <SimpleTable
          label={t('fileImport:gates.title', { count: gates.length })}
          density="dense"
          columns={[
            { key: 'name', title: t('fileImport:gates.name') },
            { key: 'gate', title: t('fileImport:gates.gate') },
            { key: 'lines', title: t('fileImport:gates.lines'), isNumeric: true },
          ]}
          foot={
            gates.length > MAX_SHOWN ? (
              <tr>
                <td colSpan={3}>{t('fileImport:gates.more', { count: MAX_SHOWN })}</td>
              </tr>
            ) : undefined
          }
        >
          {shown.slice(0, MAX_SHOWN).map((gate) => (
            <GateRow
              key={gate.name}
              gate={gate}
              state={state}
              onGate={(name) => controller.chooseGate(gate.name, name)}
            />
          ))}
        </SimpleTable>
      </div>
    </Panel>
  );
}

function GateRow(props: {
  gate: { readonly name: string; readonly lines: number };
  state: ImportState;
  onGate: (fullname: string | null) => void;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { gate, state, onGate } = props;
  const { plantGates, matches, chosenGates, createGates } = state;
  const matched = matches.get(gate.name) ?? null;
  const value = chosenGates.get(gate.name) ?? matched?.fullname ?? null;
  return (
    <TableRow tone={value === null && !createGates ? 'al' : undefined}>
      <th scope="row">{gate.name}</th>
      <td>
        <Select
          aria-label={t('fileImport:gates.gateOf', { name: gate.name })}
          size="xs"
          w={220}
          searchable
          clearable={chosenGates.has(gate.name)}
          allowDeselect={false}
          limit={50}
          placeholder={t(createGates ? 'fileImport:gates.willBeMade' : 'fileImport:gates.unknown')}
          data={plantGates.map(({ fullname }) => fullname)}
          value={value}
          onChange={(fullname) => onGate(fullname === matched?.fullname ? null : fullname)}
        />
      </td>
      <NumberCell>{formatInteger(gate.lines, language)}</NumberCell>
    </TableRow>
  );
}
