import { cx } from '@varco/ui/cx.ts';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type Ref, useId, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PlateHelp } from './PlateHelp.tsx';
import { PlateInput } from './PlateInput.tsx';
import { type PlateAsked, plateSummary } from './plate-summary.ts';
import styles from './PlateBox.module.css';

/** A tap is over by then. */
const TAP_MS = 300;

/** Earlier searches offered while the box is empty. */
export interface RecentPlates {
  /** Whose they are, in words. */
  readonly title: string;
  readonly plates: readonly string[];
  readonly onPick: (plate: string) => void;
  readonly onForget: () => void;
}

interface PlateBoxProps {
  asked: PlateAsked;
  onChange: (text: string) => void;
  onSubmit: () => void;
  /** Escape with nothing open: what waits may stop. */
  onEscape: () => void;
  recent: RecentPlates;
  inputRef: Ref<HTMLInputElement>;
  isDisabled?: boolean;
  placeholder?: string | undefined;
  isTouch?: boolean;
  isSearching?: boolean;
}

/**
 * The plate box of the search: while it is used it says what it will search, and empty it offers the recent searches and how a plate is
 * written. Down goes from the box into the offer, Escape closes it.
 */
export function PlateBox(props: PlateBoxProps): ReactElement {
  const { asked, isTouch = false, inputRef, recent } = props;
  const { isOpen, setOpen, onFocus, onBlur } = useOffer(isTouch);
  // On a phone it would stand over half of what is found.
  if (isTouch && isOpen && props.isSearching === true) setOpen(false);
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const input = box.current?.querySelector('input');
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      input?.focus();
      props.onEscape();
    } else if (isOpen && box.current !== null) walk(event, box.current);
  };
  return (
    // Keys of the box and its offer together; each of them is a control of its own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={cx(styles.box, isTouch && styles.touch)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <PlateInput
        inputRef={inputRef}
        {...(isTouch ? { size: 'touch' as const } : { keyName: 'Q' })}
        value={asked.plate}
        onChange={(text) => {
          setOpen(true);
          props.onChange(text);
        }}
        isDisabled={props.isDisabled === true}
        isFullWidth={isTouch}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        {...(isOpen && asked.plate !== '' ? { describedBy: hintId } : {})}
        onSubmit={() => {
          setOpen(false);
          props.onSubmit();
        }}
      />
      {isOpen && (
        <Offer
          asked={asked}
          hintId={hintId}
          recent={recent}
          onPick={(plate) => {
            setOpen(false);
            recent.onPick(plate);
          }}
        />
      )}
    </div>
  );
}

/** The offer opens with the focus in the box and closes when the focus leaves both. */
function useOffer(isTouch: boolean) {
  const [isOpen, setOpen] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  return {
    isOpen,
    setOpen,
    onFocus: (event: FocusEvent): void => {
      clearTimeout(leaving.current);
      if (event.target instanceof HTMLInputElement) setOpen(true);
    },
    onBlur: (event: FocusEvent): void => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      // On a phone what stands below moves up when the offer goes: not before the tap that took the focus has landed.
      leaving.current = setTimeout(() => setOpen(false), isTouch ? TAP_MS : 0);
    },
  };
}

/** Below the box: what its text will search, or the recent searches; and how a plate is written. */
function Offer(props: {
  asked: PlateAsked;
  hintId: string;
  recent: RecentPlates;
  onPick: (plate: string) => void;
}): ReactElement {
  const t = useT();
  const { asked } = props;
  const summary = plateSummary(t, asked);
  return (
    <div className={styles.panel} role="group" aria-label={t('search:plate.panel')}>
      {asked.plate === '' ? (
        <Recent {...props.recent} onPick={props.onPick} />
      ) : (
        <p id={props.hintId} className={cx(styles.hint, summary.isWrong && styles.wrong)}>
          {summary.text}
        </p>
      )}
      <PlateHelp />
    </div>
  );
}

/** Up and Down between the box and what it offers. */
function walk(event: KeyboardEvent, box: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...box.querySelectorAll<HTMLElement>('input, [data-item]')];
  stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus();
}

function Recent({ title, plates, onPick, onForget }: RecentPlates): ReactElement {
  const t = useT();
  return (
    <section className={styles.recent} aria-label={title}>
      <header className={styles.head}>
        {title}
        {plates.length > 0 && (
          <button type="button" className={styles.link} onClick={onForget}>
            {t('search:plate.forget')}
          </button>
        )}
      </header>
      {plates.length === 0 ? (
        <p className={styles.none}>{t('search:plate.recentNone')}</p>
      ) : (
        <ul className={styles.list}>
          {plates.map((plate) => (
            <li key={plate}>
              <button type="button" data-item className={styles.item} onClick={() => onPick(plate)}>
                {plate}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
