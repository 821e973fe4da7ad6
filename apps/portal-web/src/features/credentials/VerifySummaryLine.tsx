import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { summarizeSignIns, usePlants } from '../../lib/plants/plant-store.ts';
import styles from './CredentialsScreen.module.css';

const SUMMARY_COUNTS = ['ok', 'verifying', 'error', 'bad', 'missingPassword', 'passwordChange'] as const;

/** P 4: summary of the verification; zero counts are omitted. `bad` plants are among those in `error` and stand behind them. */
export function VerifySummaryLine(): ReactElement {
  const t = useT();
  const summary = summarizeSignIns(usePlants());
  return (
    <div className={styles.summary} role="status" aria-label={t('plants:credentials.summary')}>
      <b>{t('plants:summary.total', { enabled: summary.enabled, total: summary.total })}</b>
      {SUMMARY_COUNTS.filter((name) => summary[name] > 0).map((name) => (
        <span key={name}>{t(`plants:summary.${name}`, { count: summary[name] })}</span>
      ))}
      <span>{t(summary.go && summary.verifying === 0 ? 'plants:summary.go' : 'plants:summary.notYet')}</span>
    </div>
  );
}
