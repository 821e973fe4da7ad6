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
import { closeHelp, showPageHelp } from '../../lib/help/help.store.ts';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import type { ModelCard } from '../../lib/help/model-cards.ts';
import { useT } from '../../lib/i18n.tsx';
import { openShortcuts } from '../../lib/workspace/screen-overlay.store.ts';
import styles from './Help.module.css';
import { findTopicSections } from './manual.ts';
import { MANUAL_NAMES } from './manuals.ts';
import { ManualSections } from './ManualSections.tsx';
import { ModelCardText } from './ModelCardText.tsx';
import { useManuals, useModelCards } from './use-manuals.ts';

/**
 * The paragraph of the manual about the page, or a model card, beside the page. It takes the focus when it opens, gives
 * it back when it closes, and follows the page while it is open.
 * @param props.card null: the paragraph of `topic`
 */
export function HelpPanel(props: { topic: HelpTopic; card: ModelCard | null }): ReactElement {
  const t = useT();
  const { topic, card } = props;
  const panel = useRef<HTMLElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useEscape(panel, closeHelp);
  useFocusReturn();
  useEffect(() => region.current?.focus(), [card]);
  useEffect(() => {
    region.current?.scrollTo({ top: 0 });
  }, [topic, card]);
  const title = t(card === null ? 'help:title' : 'help:card');
  return (
    <aside ref={panel} className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.panelTitle}>{title}</h2>
        <IconButton icon="close" name={t('help:close')} keys={['Esc']} onClick={closeHelp} />
      </header>
      <ScrollRegion ref={region} label={card === null ? t('help:paragraph') : title} isFilling isPadded>
        {card === null ? <PageHelp topic={topic} /> : <Card name={card} />}
      </ScrollRegion>
      <footer className={styles.foot}>
        {card === null ? (
          <>
            <TextButton onClick={openShortcuts}>{t('help:shortcuts')}</TextButton>
            <TextButton onClick={showFirstSteps}>{t('help:firstSteps')}</TextButton>
          </>
        ) : (
          <TextButton onClick={showPageHelp}>{t('help:pageHelp')}</TextButton>
        )}
        <Link to="/help" search={card === null ? { topic } : { card }} className={styles.link} onClick={closeHelp}>
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

function PageHelp({ topic }: { topic: HelpTopic }): ReactElement {
  const { manuals, hasFailed } = useManuals();
  if (manuals === null) return <NotLoaded hasFailed={hasFailed} />;
  const manual = MANUAL_NAMES.find((name) => findTopicSections(manuals[name], topic).length > 0) ?? 'user';
  return (
    <ManualSections manuals={manuals} manual={manual} sections={findTopicSections(manuals[manual], topic)} level={3} />
  );
}

function Card({ name }: { name: ModelCard }): ReactElement {
  const { cards, hasFailed } = useModelCards();
  const card = cards?.get(name);
  return card === undefined ? <NotLoaded hasFailed={hasFailed} /> : <ModelCardText name={name} card={card} level={3} />;
}

function NotLoaded({ hasFailed }: { hasFailed: boolean }): ReactElement {
  const t = useT();
  return hasFailed ? <Notice tone="al">{t('help:failed')}</Notice> : <WaitingLine>{t('common:loading')}</WaitingLine>;
}
