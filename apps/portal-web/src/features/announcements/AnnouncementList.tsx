import { Button } from '@mantine/core';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Announcements.module.css';

/** List of announcements: title, publication time, and plain text. */
export function AnnouncementList(props: {
  items: readonly Announcement[];
  onHide?: ((id: number) => void) | undefined;
}): ReactElement {
  const t = useT();
  const { items, onHide } = props;
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <h3 className={styles.heading}>{item.title}</h3>
          {item.published !== null && <p className={styles.date}>{formatDateMinute(item.published)}</p>}
          <p className={styles.text}>{item.text}</p>
          {onHide !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('news:popupHideOne', { title: item.title })}
              onClick={() => onHide(item.id)}
            >
              {t('news:popupHide')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
