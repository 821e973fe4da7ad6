import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
import { Kbd } from './Kbd.tsx';
import { isOutOfView, placeMenu } from './place-menu.ts';
import styles from './RowMenu.module.css';

export type RowMenuItem = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly keyName?: string;
  readonly startsGroup?: boolean;
  /** Why the item is disabled; it remains visible and shows the reason. */
  readonly disabledReason?: string | null;
  readonly onSelect: () => void;
};

const BLUR_DELAY_MS = 100;
const SCROLL_DELAY_MS = 200;

function focusSibling(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items[(to + items.length) % items.length]?.focus();
}

/** Positions the menu at its anchor before the first paint and focuses its first item. */
function useMenuPlacement(menu: RefObject<HTMLDivElement | null>, anchor: HTMLElement): void {
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const place = placeMenu(anchor.getBoundingClientRect(), element, { width: innerWidth, height: innerHeight });
    element.style.setProperty('left', `${place.left}px`);
    element.style.setProperty('top', `${place.top}px`);
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [menu, anchor]);
}

/** Calls back when scrolling has paused with the anchor out of view. */
function useAnchorOutOfView(anchor: HTMLElement, onAway: () => void): void {
  const away = useEffectEvent(onAway);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isOutOfView(anchor)) away();
      }, SCROLL_DELAY_MS);
    };
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [anchor]);
}

/**
 * Menu with the actions of one row. Closes on Esc, on selection, 100 ms after losing the focus, and 200 ms after its
 * row was scrolled out of view (T 9). A letter key selects its item. Controlled: the caller holds the open state.
 */
export function RowMenu(props: {
  anchor: HTMLElement;
  label: string;
  items: readonly RowMenuItem[];
  onClose: () => void;
}): ReactElement {
  const { anchor, label, items } = props;
  const menu = useRef<HTMLDivElement>(null);
  const blurTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useMenuPlacement(menu, anchor);
  useAnchorOutOfView(anchor, props.onClose);
  useEffect(() => () => clearTimeout(blurTimer.current), []);

  const finish = (item: RowMenuItem | null): void => {
    (anchor.closest<HTMLElement>('[tabindex="0"]') ?? anchor).focus();
    props.onClose();
    item?.onSelect();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      finish(null);
      return;
    }
    const pressed = items.find((item) => item.keyName?.toLowerCase() === event.key.toLowerCase());
    if (pressed !== undefined && event.key.length === 1 && pressed.disabledReason == null) {
      event.preventDefault();
      event.stopPropagation();
      finish(pressed);
      return;
    }
    focusSibling(event);
  };

  // Rendered into the body synchronously, because it is measured and focused before the first paint.
  return createPortal(
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onFocus={() => clearTimeout(blurTimer.current)}
      onBlur={() => {
        clearTimeout(blurTimer.current);
        blurTimer.current = setTimeout(props.onClose, BLUR_DELAY_MS);
      }}
    >
      {items.map((item) => (
        <MenuItemButton key={item.id} item={item} onPress={() => finish(item)} />
      ))}
    </div>,
    document.body,
  );
}

function MenuItemButton(props: { item: RowMenuItem; onPress: () => void }): ReactElement {
  const { item, onPress } = props;
  const isOff = item.disabledReason != null;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={cx(styles.item, item.startsGroup === true && styles.group)}
      // Stays focusable when disabled, so that the reason can be read.
      aria-disabled={isOff}
      aria-keyshortcuts={item.keyName}
      title={item.disabledReason ?? undefined}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span>{item.label}</span>
      {item.keyName !== undefined && (
        <span className={styles.key} aria-hidden="true">
          <Kbd keys={[item.keyName]} />
        </span>
      )}
    </button>
  );
}
