import { Link } from '@tanstack/react-router';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { useFocusReturn } from '@varco/ui/use-focus-return.ts';
import { useEscape } from '@varco/ui/use-escape.ts';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import { type ReactElement, useEffect, useRef } from 'react';
import { requestFirstSteps } from '../../lib/help/first-steps.store.ts';
import { closeHelp } from '../../lib/help/help.store.ts';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import { useT } from '../../lib/i18n.tsx';
import { openShortcuts } from '../../lib/workspace/screen-overlay.store.ts';
import styles from './Help.module.css';
import { findTopicSections } from './manual.ts';
import { MANUAL_NAMES, type Manuals } from './manuals.ts';
import { ManualSections } from './ManualSections.tsx';
import { useManuals } from './use-manuals.ts';

/**
 * The paragraph of the manual about the page, beside it. It takes the focus when it opens, gives it back when it
 * closes, and follows the page while it is open.
 */
export function HelpPanel(props: { topic: HelpTopic }): ReactElement {
  const t = useT();
  const { manuals, hasFailed } = useManuals();
  const panel = useRef<HTMLElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useEscape(panel, closeHelp);
  useFocusReturn();
  useEffect(() => region.current?.focus(), []);
  useEffect(() => {
    region.current?.scrollTo({ top: 0 });
  }, [props.topic]);
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('help:title')}>
      <header className={styles.head}>
        <h2 className={styles.panelTitle}>{t('help:title')}</h2>
        <IconButton icon="close" name={t('help:close')} keys={['Esc']} onClick={closeHelp} />
      </header>
      <ScrollRegion ref={region} label={t('help:paragraph')} isFilling isPadded>
        {hasFailed && <Notice tone="al">{t('help:failed')}</Notice>}
        {manuals === null && !hasFailed && <WaitingLine>{t('common:loading')}</WaitingLine>}
        {manuals !== null && <Paragraph manuals={manuals} topic={props.topic} />}
      </ScrollRegion>
      <footer className={styles.foot}>
        <TextButton onClick={openShortcuts}>{t('help:shortcuts')}</TextButton>
        <TextButton onClick={showFirstSteps}>{t('help:firstSteps')}</TextButton>
        <Link to="/help" search={{ topic: props.topic }} className={styles.link} onClick={closeHelp}>
          {t('help:whole')}
        </Link>
      </footer>
    </aside>
  );
}

/** The panel would cover part of what the steps point at. */
function showFirstSteps(): void {
  closeHelp();
  requestFirstSteps();
}

function Paragraph({ manuals, topic }: { manuals: Manuals; topic: HelpTopic }): ReactElement {
  const manual = MANUAL_NAMES.find((name) => findTopicSections(manuals[name], topic).length > 0) ?? 'user';
  return (
    <ManualSections manuals={manuals} manual={manual} sections={findTopicSections(manuals[manual], topic)} level={3} />
  );
}
