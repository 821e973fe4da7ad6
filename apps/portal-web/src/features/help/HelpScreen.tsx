import { TextInput } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import type { ModelCard } from '../../lib/help/model-cards.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './Help.module.css';
import { CardIndex, FIRST_TOPIC, ManualIndex } from './HelpIndex.tsx';
import { findTopicSections } from './manual.ts';
import { MANUAL_NAMES, type Manuals } from './manuals.ts';
import { ManualSections } from './ManualSections.tsx';
import type { ModelCardTexts } from './model-card-texts.ts';
import { ModelCardText } from './ModelCardText.tsx';
import { useManuals, useModelCards } from './use-manuals.ts';

/** /help: the manuals and the model cards, with an index and a search in their text. */
export function HelpScreen(props: {
  topic: HelpTopic | undefined;
  /** A model card in place of a paragraph of the manuals. */
  card: ModelCard | undefined;
  hash: string;
}): ReactElement {
  const t = useT();
  const { topic = FIRST_TOPIC, card, hash } = props;
  const { manuals, hasFailed } = useManuals();
  const { cards, hasFailed: haveCardsFailed } = useModelCards();
  const isReady = manuals !== null && (card === undefined || cards !== null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReady) return;
    // On a narrow window the text stands below the index.
    if (props.topic !== undefined || card !== undefined) text.current?.scrollIntoView();
    if (hash === '') return;
    const heading = document.getElementById(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [isReady, hash, props.topic, card]);
  const shownCard = card === undefined ? undefined : cards?.get(card);
  const haveFailed = hasFailed || haveCardsFailed;
  return (
    <ScreenFrame
      label={t('help:manual')}
      body="fill"
      waiting={!isReady && !haveFailed && t('common:loading')}
      notices={haveFailed && <Notice tone="al">{t('help:failed')}</Notice>}
    >
      {manuals !== null && (
        <SplitPane side={<SearchedIndex manuals={manuals} cards={cards} />}>
          <ScrollRegion ref={text} key={card ?? topic} label={t('help:paragraph')} isFilling isPadded>
            {card === undefined && <Paragraphs manuals={manuals} topic={topic} />}
            {card !== undefined && shownCard !== undefined && <ModelCardText name={card} card={shownCard} level={2} />}
          </ScrollRegion>
        </SplitPane>
      )}
    </ScreenFrame>
  );
}

/** The index of manuals and cards; a query leaves only what has its words. */
function SearchedIndex({ manuals, cards }: { manuals: Manuals; cards: ModelCardTexts | null }): ReactElement {
  const t = useT();
  const [query, setQuery] = useState('');
  return (
    <>
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label={t('help:search')}
          placeholder={t('help:search')}
          leftSection={<Icon name="search" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <ScrollRegion label={t('help:index')} isFilling isFocusable={false}>
        <nav aria-label={t('help:index')} className={styles.index}>
          {MANUAL_NAMES.map((name) => (
            <ManualIndex key={name} name={name} manuals={manuals} query={query.trim()} />
          ))}
          {cards !== null && <CardIndex cards={cards} query={query.trim()} />}
        </nav>
      </ScrollRegion>
    </>
  );
}

function Paragraphs({ manuals, topic }: { manuals: Manuals; topic: HelpTopic }): ReactElement {
  const manual = MANUAL_NAMES.find((name) => findTopicSections(manuals[name], topic).length > 0) ?? 'user';
  return (
    <ManualSections manuals={manuals} manual={manual} sections={findTopicSections(manuals[manual], topic)} level={2} />
  );
}
