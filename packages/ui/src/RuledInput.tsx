import { TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactElement, useState } from 'react';
import { cleanText, type TextFault, type TextRules, findTextFault } from './text-rules.ts';

/** Text input that enforces its rules: invalid characters are removed at once, and missing text is reported on blur. */
export function RuledInput(props: {
  name: string;
  label: string;
  description?: string | null;
  rules: TextRules;
  value: string;
  onChange: (text: string) => void;
  faultText: (fault: TextFault) => string;
}): ReactElement {
  const { name, label, description = null, rules, value, onChange, faultText } = props;
  const [isLeft, setLeft] = useState(false);
  const fault = isLeft ? findTextFault(value, rules) : null;
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    const text = cleanText(input.value, rules);
    // Set before React renders, so that the caret keeps its position.
    if (input.value !== text) {
      const caret = cleanText(input.value.slice(0, input.selectionStart ?? input.value.length), rules).length;
      input.value = text;
      input.setSelectionRange(caret, caret);
    }
    onChange(text);
  };
  return (
    <TextInput
      name={name}
      label={label}
      description={description}
      required={rules.required === true}
      minLength={rules.minLength}
      maxLength={rules.maxLength}
      autoComplete="off"
      value={value}
      error={fault === null ? null : faultText(fault)}
      onChange={change}
      onBlur={() => setLeft(true)}
    />
  );
}
