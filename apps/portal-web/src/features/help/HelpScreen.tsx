import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './Help.module.css';
import { findTopicSections, matchesQuery, type Section } from './manual.ts';
import { MANUAL_NAMES, type ManualName, type Manuals } from './manuals.ts';
import { ManualSections, toHeadingId } from './ManualSections.tsx';
import { useManuals } from './use-manuals.ts';

/** First chapter of the user manual. */
const FIRST_TOPIC: HelpTopic = 'access';

/** /help: the manuals, with an index and a search in their text. */
export function HelpScreen(props: { topic: HelpTopic | undefined; hash: string }): ReactElement {
  const t = useT();
  const { topic = FIRST_TOPIC, hash } = props;
  const { manuals, hasFailed } = useManuals();
  const [query, setQuery] = useState('');
  const isReady = manuals !== null;
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isReady) return;
    // On a narrow window the text stands below the index.
    if (props.topic !== undefined) text.current?.scrollIntoView();
    if (hash === '') return;
    const heading = document.getElementById(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [isReady, hash, props.topic]);
  const manual = manuals === null ? 'user' : findManual(manuals, topic);
  return (
    <ScreenFrame
      label={t('help:manual')}
      body="fill"
      waiting={!isReady && !hasFailed && t('common:loading')}
      notices={hasFailed && <Notice tone="al">{t('help:failed')}</Notice>}
    >
      {manuals !== null && (
        <SplitPane
          side={
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
                    <Index key={name} name={name} manuals={manuals} query={query.trim()} />
                  ))}
                </nav>
              </ScrollRegion>
            </>
          }
        >
          <ScrollRegion ref={text} key={topic} label={t('help:paragraph')} isFilling isPadded>
            <ManualSections
              manuals={manuals}
              manual={manual}
              sections={findTopicSections(manuals[manual], topic)}
              level={2}
            />
          </ScrollRegion>
        </SplitPane>
      )}
    </ScreenFrame>
  );
}

const findManual = (manuals: Manuals, topic: HelpTopic): ManualName =>
  MANUAL_NAMES.find((name) => findTopicSections(manuals[name], topic).length > 0) ?? 'user';

/** Headings of a manual; with a query only those whose text has all its words. */
function Index(props: { name: ManualName; manuals: Manuals; query: string }): ReactElement {
  const t = useT();
  const { manuals, name, query } = props;
  const { title, sections } = manuals[name];
  const found = listEntries(sections).filter(({ section }) => query === '' || matchesQuery(section, query));
  return (
    <section aria-label={title}>
      <h2 className={styles.indexTitle}>{title}</h2>
      {found.length === 0 && <EmptyState icon="search" title={t('help:noMatch')} />}
      <ul>
        {found.map(({ section, topic }) => (
          <li key={section.anchor} className={section.depth > 2 ? styles.deep : undefined}>
            <Link
              to="/help"
              search={{ topic }}
              {...(section.topic === topic ? {} : { hash: toHeadingId(section.anchor) })}
              className={styles.indexLink}
              activeOptions={{ exact: true, includeHash: true }}
            >
              {section.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each section with the topic under which it is shown: its own, or that of its chapter. */
function listEntries(sections: readonly Section[]): readonly { section: Section; topic: HelpTopic }[] {
  let topic: HelpTopic = FIRST_TOPIC;
  return sections.map((section) => {
    topic = section.topic ?? topic;
    return { section, topic };
  });
}
