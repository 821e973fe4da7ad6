import { Checkbox, Popover } from '@mantine/core';
import type { ReactElement } from 'react';
import { useState } from 'react';
import styles from './ColumnPicker.module.css';
import { IconButton } from './IconButton.tsx';
import { selectColumns, type ColumnChoice, moveColumn } from './column-choice.ts';

type Pickable = { readonly id: string; readonly name: string; readonly isFixed?: boolean };

export type ColumnPickerLabels = {
  readonly title: string;
  readonly show: (column: string) => string;
  readonly moveUp: (column: string) => string;
  readonly moveDown: (column: string) => string;
};

function ColumnLine(props: {
  column: Pickable;
  isShown: boolean;
  isFirst: boolean;
  isLast: boolean;
  labels: ColumnPickerLabels;
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
}): ReactElement {
  const { column, isShown, isFirst, isLast, labels, onToggle, onMove } = props;
  return (
    <div className={styles.line}>
      <Checkbox
        checked={isShown}
        disabled={column.isFixed === true}
        label={column.name}
        aria-label={labels.show(column.name)}
        onChange={onToggle}
      />
      <span className={styles.moves}>
        <IconButton
          icon="chevronUp"
          size="sm"
          name={labels.moveUp(column.name)}
          isDisabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevronDown"
          size="sm"
          name={labels.moveDown(column.name)}
          isDisabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
    </div>
  );
}

/**
 * Selects the visible columns of a table and their order; fixed columns can be moved but not hidden. Controlled: the
 * caller stores the choice.
 */
export function ColumnPicker(props: {
  columns: readonly Pickable[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice) => void;
  labels: ColumnPickerLabels;
}): ReactElement {
  const { columns, choice, onChange, labels } = props;
  const [isOpen, setOpen] = useState(false);
  const listed = selectColumns(columns, { order: choice.order, hidden: [] });
  const order = listed.map((column) => column.id);
  const toggle = (id: string): void => {
    const hidden = choice.hidden.includes(id) ? choice.hidden.filter((other) => other !== id) : [...choice.hidden, id];
    onChange({ order, hidden });
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      withRoles={false}
      trapFocus
      returnFocus
    >
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
          <ColumnLine
            key={column.id}
            column={column}
            isShown={column.isFixed === true || !choice.hidden.includes(column.id)}
            isFirst={index === 0}
            isLast={index === listed.length - 1}
            labels={labels}
            onToggle={() => toggle(column.id)}
            onMove={(step) => onChange({ order: moveColumn(order, column.id, step), hidden: choice.hidden })}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
