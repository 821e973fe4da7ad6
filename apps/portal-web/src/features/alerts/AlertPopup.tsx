import { type ReactElement, useEffect, useRef } from 'react';
import { closePopup, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { AlertCard } from './AlertCard.tsx';
import styles from './alerts.module.css';

/** T 3.14 autoPopup: card of an urgent alert that appears by itself and stays until it is taken, ended or closed. */
export function AlertPopup(): ReactElement | null {
  const t = useT();
  const stored = useAlerts(({ list, popupId }) => list.find(({ id }) => id === popupId));
  const box = useRef<HTMLDivElement>(null);
  const id = stored?.id;
  useEffect(() => {
    // If the user is typing in a field, the card is only announced; it takes the focus only from the body.
    if (id !== undefined && document.activeElement === document.body) box.current?.focus();
  }, [id]);
  if (stored === undefined) return null;
  return (
    // Escape closes the popup; the elements inside handle all other keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={styles.popup}
      role="alertdialog"
      aria-label={t('alerts:card.title', { kind: t(`alerts:kind.${stored.alert.tipo}`) })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closePopup();
      }}
    >
      <AlertCard held={stored} onBack={closePopup} />
    </div>
  );
}
