import { selectShownNotifications } from '@varco/domain/portal/notifications.ts';
import { useLocation } from '@tanstack/react-router';
import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNotices } from '../../lib/notices/notices.store.ts';
import styles from './NotificationArea.module.css';

/** Preloaded soon after the first page: the notification about a lost network must not need the network. */
export const { Component: NotificationItem, preload: loadNotification } = lazyComponent(
  async () => (await import('./NotificationItem.tsx')).NotificationItem,
);

/** P 2, P 9: at most five notifications, newest on top, over every screen. */
export function NotificationArea(): ReactElement {
  const t = useT();
  const area = useRef<HTMLUListElement>(null);
  useRoomForNotices(area);
  const { pathname } = useLocation();
  // A notification that links to the open page adds nothing and would cover that page.
  const list = useNotices((notices) => notices.list).filter(({ link }) => link !== pathname);
  return (
    <section aria-label={t('notices:area')}>
      <ul ref={area} className={styles.area} aria-live="polite">
        {selectShownNotifications(list).map((one) => (
          <NotificationItem key={`${one.id} ${one.timestamp}`} notification={one} />
        ))}
      </ul>
    </section>
  );
}

/** Tells the page how much room the notifications take below it, so that they cover nothing (`--notices`). */
function useRoomForNotices(area: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--notices', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices');
    };
  }, [area]);
}
