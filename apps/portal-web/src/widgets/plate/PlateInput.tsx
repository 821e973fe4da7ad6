import { cx } from '@varco/ui/cx.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ChangeEvent, ReactElement, Ref } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { cleanPlateInput } from './plate-text.ts';
import styles from './PlateInput.module.css';

interface PlateInputProps {
  value: string;
  onChange: (text: string) => void;
  onSubmit?: () => void;
  size?: 'md' | 'touch';
  keyName?: string;
  placeholder?: string;
  isDisabled?: boolean;
  isFullWidth?: boolean;
  maxLength?: number;
  /** Id of the element that describes the text. */
  describedBy?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Plate input, drawn like the plate badge. Invalid characters are removed at once and letters become upper case (T
 * 5.1); Enter submits. The caller debounces the search.
 */
export function PlateInput(props: PlateInputProps): ReactElement {
  const {
    value,
    onChange,
    onSubmit,
    size = 'md',
    keyName,
    placeholder,
    isDisabled = false,
    inputRef,
    describedBy,
  } = props;
  const t = useT();
  return (
    <label
      className={cx(styles.box, styles[size], isDisabled && styles.disabled, props.isFullWidth === true && styles.full)}
    >
      <span className={styles.band} aria-hidden="true">
        I
      </span>
      <input
        ref={inputRef}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(readCleanedText(event))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit?.();
        }}
        aria-label={t('widgets:plate.input')}
        aria-describedby={describedBy}
        title={t('widgets:plate.inputHint')}
        placeholder={placeholder}
        disabled={isDisabled}
        maxLength={props.maxLength ?? 400}
        type="text"
        inputMode="text"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {keyName !== undefined && (
        <span className={styles.key}>
          <Kbd keys={[keyName]} isPlain />
        </span>
      )}
    </label>
  );
}

/** The typed text without invalid characters. */
function readCleanedText(event: ChangeEvent<HTMLInputElement>): string {
  const input = event.currentTarget;
  const next = cleanPlateInput(input.value, input.selectionStart ?? input.value.length);
  // Writes the cleaned value before React does, so that React sees no difference and the caret does not jump to the
  // end.
  if (input.value !== next.text) {
    input.value = next.text;
    input.setSelectionRange(next.caret, next.caret);
  }
  return next.text;
}
