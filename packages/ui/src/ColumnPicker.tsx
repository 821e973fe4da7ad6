import { Checkbox, Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { useState } from 'react';
import styles from './ColumnPicker.module.css';
import { IconButton } from './IconButton.tsx';
import type { ColumnChoice } from './table-model.ts';
import { chosenColumns, movedColumn } from './table-model.ts';

type Pickable = { readonly id: string; readonly name: string; readonly isFixed?: boolean };

/** Which columns a table shows and in which order; fixed ones can be moved but not hidden. The caller keeps the choice. */
export function ColumnPicker(props: {
  columns: readonly Pickable[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  labels: {
    readonly title: string;
    readonly show: (column: string) => string;
    readonly moveUp: (column: string) => string;
    readonly moveDown: (column: string) => string;
  };
}): ReactElement {
  const { columns, choice, onChange, labels } = props;
  const [isOpen, setOpen] = useState(false);
  const listed = chosenColumns(columns, { order: choice.order, hidden: [] });
  const order = listed.map((column) => column.id);
  const toggle = (id: string): void => {
    const hidden = choice.hidden.includes(id) ? choice.hidden.filter((other) => other !== id) : [...choice.hidden, id];
    onChange({ order, hidden });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <span>
          <IconButton
            icon="columns"
            name={labels.title}
            size="sm"
            isExpanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown className={styles.list} aria-label={labels.title}>
        {listed.map((column, index) => (
          <div key={column.id} className={styles.line}>
            <Checkbox
              checked={column.isFixed === true || !choice.hidden.includes(column.id)}
              disabled={column.isFixed === true}
              label={column.name}
              aria-label={labels.show(column.name)}
              onChange={() => toggle(column.id)}
            />
            <span className={styles.moves}>
              <IconButton
                icon="chevronUp"
                size="sm"
                name={labels.moveUp(column.name)}
                isDisabled={index === 0}
                onClick={() => onChange({ order: movedColumn(order, column.id, -1), hidden: choice.hidden })}
              />
              <IconButton
                icon="chevronDown"
                size="sm"
                name={labels.moveDown(column.name)}
                isDisabled={index === listed.length - 1}
                onClick={() => onChange({ order: movedColumn(order, column.id, 1), hidden: choice.hidden })}
              />
            </span>
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
