import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './CaseBar.module.css';

const KEY = 'F8';

/** The stated reason of the current consultation. */
export type CaseInHand = {
  readonly reason: string;
  /** Case number; null where the plant does not require one. */
  readonly caseNumber: string | null;
  /** Number of searches logged in the case so far. */
  readonly loggedCount: number;
};

function MissingCase(props: { onChange: () => void; onLog: () => void; questions: number }): ReactElement {
  const t = useT();
  return (
    <div className={cx(styles.bar, styles.missing)} role="group" aria-label={t('widgets:caseBar.label')}>
      <span className={styles.part}>
        <Icon name="folder" />
        <span className={styles.text}>{t('widgets:caseBar.missing')}</span>
      </span>
      <button type="button" className={cx(styles.part, styles.button)} aria-keyshortcuts={KEY} onClick={props.onChange}>
        {t('common:insert')} <Kbd keys={[KEY]} />
      </button>
      {props.questions > 0 && <QuestionsButton questions={props.questions} onLog={props.onLog} />}
    </div>
  );
}

/** In place of the count of consultations while somebody waits for an answer; it leads there. */
function QuestionsButton({ questions, onLog }: { questions: number; onLog: () => void }): ReactElement {
  const t = useT();
  return (
    <button type="button" className={cx(styles.part, styles.button)} onClick={onLog}>
      <Icon name="warning" size="sm" />
      {t('widgets:caseBar.questions', { count: questions })}
    </button>
  );
}

/**
 * Reason and case number, visible on every working screen (design 1.6). It is never hidden: where there is little room it omits
 * the count, then the names of its parts, and on a phone (`isLine`) it has its own line. Without a case it says so and offers to state one.
 */
export function CaseBar(props: {
  caseInHand: CaseInHand | null;
  onChange: () => void;
  /** Opens the log of the consultations in this case. */
  onLog: () => void;
  /** Open questions of reviewers to the user. */
  questions?: number;
  isLine?: boolean;
}): ReactElement {
  const { caseInHand, onChange, onLog, questions = 0, isLine = false } = props;
  const t = useT();
  if (isLine) {
    const text =
      caseInHand === null
        ? t('widgets:caseBar.missing')
        : [caseInHand.reason, caseInHand.caseNumber].filter((part) => part !== null).join(' · ');
    return (
      <button type="button" className={cx(styles.line, caseInHand === null && styles.lineMissing)} onClick={onChange}>
        <Icon name="folder" />
        <span className={styles.lineText}>{text}</span>
        <Icon name="chevronDown" />
      </button>
    );
  }
  if (caseInHand === null) return <MissingCase {...{ onChange, onLog, questions }} />;
  return (
    <div className={styles.bar} role="group" aria-label={t('widgets:caseBar.label')}>
      <span className={cx(styles.part, styles.key)}>
        <Icon name="folder" />
        {t('widgets:caseBar.reason')}
      </span>
      <span className={cx(styles.part, styles.shrink)} title={caseInHand.reason}>
        <span className={styles.text}>{caseInHand.reason}</span>
      </span>
      {caseInHand.caseNumber !== null && (
        <span className={styles.part} title={caseInHand.caseNumber}>
          <span className={styles.quiet}>{t('widgets:caseBar.caseNumber')}</span>
          <span className={styles.number}>{caseInHand.caseNumber}</span>
        </span>
      )}
      {questions > 0 ? (
        <QuestionsButton questions={questions} onLog={onLog} />
      ) : (
        <button type="button" className={cx(styles.part, styles.button, styles.quiet, styles.count)} onClick={onLog}>
          <Icon name="check" size="sm" />
          {caseInHand.caseNumber === null
            ? t('widgets:caseBar.own')
            : t('widgets:caseBar.logged', { count: caseInHand.loggedCount })}
        </button>
      )}
      <button type="button" className={cx(styles.part, styles.button)} aria-keyshortcuts={KEY} onClick={onChange}>
        {t('common:change')} <Kbd keys={[KEY]} />
      </button>
    </div>
  );
}
