import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useAlerts } from '../../lib/alerts/alerts.store.ts';
import { openModelCard } from '../../lib/help/help.store.ts';
import type { ModelCard } from '../../lib/help/model-cards.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './ModelCardLink.module.css';

/**
 * Leads from a score to the card that says what it is for, how it comes about and how often it errs. The card opens
 * beside the page; on the page of the manuals where the panel of the alerts is, which it would close.
 */
export function ModelCardLink(props: { card: ModelCard; onOpen?: () => void }): ReactElement {
  const t = useT();
  const { card, onOpen } = props;
  return (
    <Link
      to="/help"
      search={{ card }}
      className={styles.link}
      onClick={(event) => {
        const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey;
        if (hasModifier) return;
        onOpen?.();
        if (useAlerts.getState().isOpen) return;
        event.preventDefault();
        openModelCard(card);
      }}
    >
      {t('common:modelCard')}
    </Link>
  );
}
