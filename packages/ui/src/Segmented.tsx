import type { ReactElement, ReactNode } from 'react';
import { SegmentButton, SegmentGroup } from './SegmentGroup.tsx';
import { useTooltip } from './use-tooltip.tsx';

export type Segment<Id extends string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** Accessible name when the label is only an icon; also shown as a tooltip. */
  readonly name?: string;
  readonly isDisabled?: boolean;
};

/** Group of buttons of which at most one is on. `value` null: none, e.g. for a period that equals no quick period. */
export function Segmented<Id extends string>(props: {
  label: string;
  options: readonly Segment<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  size?: 'sm' | 'md' | 'touch';
  isFullWidth?: boolean;
}): ReactElement {
  const { label, options, value, onChange, size = 'md', isFullWidth = false } = props;
  return (
    <SegmentGroup label={label} size={size} isFullWidth={isFullWidth}>
      {options.map((option) => (
        <SegmentOption key={option.id} option={option} isOn={option.id === value} onChange={onChange} />
      ))}
    </SegmentGroup>
  );
}

function SegmentOption<Id extends string>(props: {
  option: Segment<Id>;
  isOn: boolean;
  onChange: (id: Id) => void;
}): ReactElement {
  const { option } = props;
  const [tipHandlers, tip] = useTooltip(option.name);
  return (
    <>
      <SegmentButton
        isOn={props.isOn}
        aria-label={option.name}
        disabled={option.isDisabled === true}
        onClick={() => props.onChange(option.id)}
        {...(option.name === undefined ? {} : tipHandlers)}
      >
        {option.label}
      </SegmentButton>
      {tip}
    </>
  );
}
