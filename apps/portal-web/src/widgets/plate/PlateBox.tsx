import { cx } from '@varco/ui/cx.ts';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type Ref, useId, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { PlateHelp } from './PlateHelp.tsx';
import { PlateInput } from './PlateInput.tsx';
import { type PlateQuery, summarizePlateQuery } from './plate-summary.ts';
import styles from './PlateBox.module.css';

/** Delay after which a tap has certainly been processed. */
const TAP_DELAY_MS = 300;

/** Earlier searches, offered while the box is empty. */
export interface RecentPlates {
  /** Heading of the earlier searches. */
  readonly title: string;
  readonly plates: readonly string[];
  readonly onPick: (plate: string) => void;
  readonly onForget: () => void;
}

interface PlateBoxProps {
  asked: PlateQuery;
  onChange: (text: string) => void;
  onSubmit: () => void;
  /** Called for Escape when no popover is open: cancels a pending search. */
  onEscape: () => void;
  /** Called for Arrow Down where it does not lead into the popover: moves to the rows; false when there are none. */
  onDown?: () => boolean;
  recent: RecentPlates;
  inputRef: Ref<HTMLInputElement>;
  isDisabled?: boolean;
  placeholder?: string | undefined;
  isTouch?: boolean;
  isSearching?: boolean;
}

/**
 * Plate box of the search with a popover: it describes what the text will search, or offers the recent searches and the
 * syntax when empty. Arrow Down moves into the earlier searches, else to the rows; Escape closes the popover.
 */
export function PlateBox(props: PlateBoxProps): ReactElement {
  const { asked: requested, isTouch = false, inputRef, recent } = props;
  const { isOpen, setOpen, onFocus, onBlur } = usePopover(isTouch);
  // On a phone the popover would cover half of the results.
  if (isTouch && isOpen && props.isSearching === true) setOpen(false);
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const hasRecent = requested.plate === '' && recent.plates.length > 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const input = box.current?.querySelector('input');
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      input?.focus();
      props.onEscape();
    } else if (leadsToRows(event, box.current, { isOpen, hasRecent }) && props.onDown?.() === true) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (isOpen && box.current !== null) moveFocus(event, box.current);
  };
  return (
    // Handles keys of the box and its popover together; each of them contains its own controls.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      data-plate-box=""
      className={cx(styles.box, isTouch && styles.touch)}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <PlateInput
        inputRef={inputRef}
        {...(isTouch ? { size: 'touch' as const } : { keyName: 'Q' })}
        value={requested.plate}
        onChange={(text) => {
          setOpen(true);
          props.onChange(text);
        }}
        isDisabled={props.isDisabled === true}
        isFullWidth={isTouch}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        {...(isOpen && requested.plate !== '' ? { describedBy: hintId } : {})}
        onSubmit={() => {
          setOpen(false);
          props.onSubmit();
        }}
      />
      {isOpen && (
        <PlatePopover
          asked={requested}
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

/** Down leads to the earlier searches where they are offered, else to the rows below the box. */
function leadsToRows(
  event: KeyboardEvent,
  box: HTMLElement | null,
  { isOpen, hasRecent }: { isOpen: boolean; hasRecent: boolean },
): boolean {
  if (event.key !== 'ArrowDown' || event.altKey || event.ctrlKey) return false;
  if (!isOpen) return true;
  if (event.target instanceof HTMLInputElement) return !hasRecent;
  return event.target === [...(box?.querySelectorAll('[data-item]') ?? [])].at(-1);
}

/** State of the popover: it opens when the box gets the focus and closes when the focus leaves box and popover. */
function usePopover(isTouch: boolean) {
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
      // On a phone closing the popover moves the content below it, so it waits until the tap that took the focus is
      // processed.
      leaving.current = setTimeout(() => setOpen(false), isTouch ? TAP_DELAY_MS : 0);
    },
  };
}

/** Popover below the box: what its text will search, or the recent searches; and the plate syntax. */
function PlatePopover(props: {
  asked: PlateQuery;
  hintId: string;
  recent: RecentPlates;
  onPick: (plate: string) => void;
}): ReactElement {
  const t = useT();
  const { asked: requested } = props;
  const summary = summarizePlateQuery(t, requested);
  return (
    <div className={styles.panel} role="group" aria-label={t('search:plate.panel')}>
      {requested.plate === '' ? (
        <RecentPlateList {...props.recent} onPick={props.onPick} />
      ) : (
        <p id={props.hintId} className={cx(styles.hint, summary.isWrong && styles.wrong)}>
          {summary.text}
        </p>
      )}
      <PlateHelp />
    </div>
  );
}

/** Moves the focus between box and popover with the Up and Down keys. */
function moveFocus(event: KeyboardEvent, box: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const stops = [...box.querySelectorAll<HTMLElement>('input, [data-item]')];
  stops[stops.findIndex((stop) => stop === document.activeElement) + step]?.focus();
}

function RecentPlateList({ title, plates, onPick, onForget }: RecentPlates): ReactElement {
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
