import { Link } from '@tanstack/react-router';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { dismiss, type Notification } from '../../lib/notices/notices.store.ts';
import { CheckConnectionLink } from './CheckConnectionLink.tsx';
import styles from './NotificationArea.module.css';

const ICONS: Readonly<Record<Notification['type'], IconName>> = {
  error: 'octagon',
  warning: 'warning',
  success: 'check',
  info: 'info',
};

/** Closes by itself after its timeout, which is paused while pointer or focus is on it (design, 14). */
export function NotificationItem(props: { notification: Notification }): ReactElement {
  const t = useT();
  const { id, text, message, type, timeout, link } = props.notification;
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    if (timeout === 0 || isStored) return undefined;
    const timer = setTimeout(() => dismiss(id), timeout);
    return () => clearTimeout(timer);
  }, [id, timeout, isStored]);
  return (
    // Pausing is no action of the user; everything that can be done here is a button or a link inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={cx(styles.note, styles[type])}
      onPointerEnter={() => setStored(true)}
      onPointerLeave={() => setStored(false)}
      onFocus={() => setStored(true)}
      onBlur={() => setStored(false)}
    >
      <span className={styles.icon} role="img" aria-label={t(`notices:${type}`)}>
        <Icon name={ICONS[type]} />
      </span>
      <div className={styles.body}>
        {message === undefined ? text : t(message.key, message.values)}
        {link === '/credentials' && (
          <Link to="/credentials" className={styles.link} onClick={() => dismiss(id)}>
            {t('notices:toCredentials')}
          </Link>
        )}
        {link !== null && link !== '/credentials' && <CheckConnectionLink origin={link} />}
      </div>
      <IconButton icon="close" size="sm" name={t('notices:close')} onClick={() => dismiss(id)} />
    </li>
  );
}
