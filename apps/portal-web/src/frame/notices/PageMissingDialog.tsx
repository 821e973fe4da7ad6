import { type ReactElement, useEffect, useId, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { closePopup, usePopups } from '../../lib/notices/popup.store.ts';
import { reloadFresh } from '../../lib/page-load-errors.ts';
import styles from './PageMissingDialog.module.css';

/** P 8 'Errore collegamento al server'. Uses only native elements, because it is shown when code cannot be loaded. */
export function PageMissingDialog(): ReactElement {
  const t = useT();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = usePopups((popups) => popups.isPageMissing);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClose={() => closePopup('isPageMissing')}
    >
      <h2 id={titleId} className={styles.title}>
        {t('notices:serverTitle')}
      </h2>
      <p>{t('notices:serverText')}</p>
      <button type="button" className={styles.button} onClick={reloadFresh}>
        {t('notices:reload')}
      </button>
    </dialog>
  );
}
