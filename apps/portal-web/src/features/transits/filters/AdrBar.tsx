import { TextInput } from '@mantine/core';
import { ADR_CLASSES, type AdrClass } from '@varco/domain/code-lists.ts';
import { formatHazard, formatSubstance } from '@varco/i18n/dangerous-goods.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useDraft } from '../../../lib/use-draft.ts';
import { HazardLabel } from '../../../widgets/adr/HazardLabel.tsx';
import { useDangerousGoods } from '../../../widgets/adr/use-dangerous-goods.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import styles from './AdrBar.module.css';

/** The Kemler and UN boxes search half a second after the last keystroke (readings TA02). */
const DIGITS_DEBOUNCE_MS = 500;

/**
 * FLT-32 to FLT-34: content of the orange panel and the hazard label. Every change here starts a search. What the
 * searched numbers mean stands beside them, so that a mistyped number is seen before its result is trusted.
 */
export function AdrBar(props: { filter: SearchFilter; onRun: (filter: SearchFilter) => void }): ReactElement {
  const t = useT();
  const goods = useDangerousGoods();
  const { filter, onRun } = props;
  const meaning = [formatHazard(goods, filter.kemler), formatSubstance(goods, filter.un)].filter((text) =>
    text.includes(' '),
  );
  const toggle = (code: AdrClass) => () => {
    const others = filter.hazardClasses.filter((one) => one !== code);
    onRun({ ...filter, hazardClasses: others.length < filter.hazardClasses.length ? others : [...others, code] });
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('filters:adr.adr')}>
      <DigitInput
        label={t('filters:adr.kemler')}
        example="33"
        most={3}
        pattern={/[^0-9X]/g}
        value={filter.kemler}
        onValue={(kemler) => onRun({ ...filter, kemler })}
      />
      <DigitInput
        label={t('filters:adr.un')}
        example="1203"
        most={4}
        pattern={/[^0-9]/g}
        value={filter.un}
        onValue={(un) => onRun({ ...filter, un })}
      />
      <div className={styles.classes} role="group" aria-label={t('filters:adr.classes')}>
        {ADR_CLASSES.map((code) => (
          <button
            key={code}
            type="button"
            className={styles.class}
            aria-pressed={filter.hazardClasses.includes(code)}
            onClick={toggle(code)}
          >
            <HazardLabel code={code} size={28} />
          </button>
        ))}
      </div>
      <span className={styles.note} aria-live="polite">
        {meaning.length > 0 ? meaning.join(' · ') : t('filters:adr.note')}
      </span>
    </div>
  );
}

/** A short text box that searches when its content differs from the last search (FLT-33). */
function DigitInput(props: {
  label: string;
  example: string;
  most: number;
  pattern: RegExp;
  value: string;
  onValue: (value: string) => void;
}): ReactElement {
  const t = useT();
  const [draft, setDraft] = useDraft(props.value, props.onValue, { delayMs: DIGITS_DEBOUNCE_MS });
  return (
    <label className={styles.box}>
      {props.label}
      <TextInput
        size="sm"
        className={styles.digits}
        placeholder={t('filters:adr.example', { code: props.example })}
        value={draft}
        maxLength={props.most}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setDraft(event.currentTarget.value.toUpperCase().replace(props.pattern, ''))}
      />
    </label>
  );
}
