import { Link } from '@tanstack/react-router';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import type { ReactElement } from 'react';
import type { HelpTopic } from '../../lib/help/help-topics.ts';
import { MODEL_CARDS } from '../../lib/help/model-cards.ts';
import { useT } from '../../lib/i18n.tsx';
import styles from './Help.module.css';
import { type Manual, matchesQuery, type Section } from './manual.ts';
import type { ManualName, Manuals } from './manuals.ts';
import { toHeadingId } from './ManualSections.tsx';
import type { ModelCardTexts } from './model-card-texts.ts';

/** First chapter of the user manual. */
export const FIRST_TOPIC: HelpTopic = 'access';

/** Headings of a manual; with a query only those whose text has all its words. */
export function ManualIndex(props: { name: ManualName; manuals: Manuals; query: string }): ReactElement {
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

/** Titles of the model cards; with a query only those whose text has all its words in one paragraph. */
export function CardIndex({ cards, query }: { cards: ModelCardTexts; query: string }): ReactElement {
  const t = useT();
  const found = MODEL_CARDS.flatMap((name) => {
    const card = cards.get(name);
    return card === undefined || (query !== '' && !hasMatch(card, query)) ? [] : [{ name, title: card.title }];
  });
  return (
    <section aria-label={t('help:cards')}>
      <h2 className={styles.indexTitle}>{t('help:cards')}</h2>
      {found.length === 0 && <EmptyState icon="search" title={t('help:noMatch')} />}
      <ul>
        {found.map(({ name, title }) => (
          <li key={name}>
            <Link to="/help" search={{ card: name }} className={styles.indexLink} activeOptions={{ exact: true }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hasMatch = ({ title, preface, sections }: Manual, query: string): boolean =>
  [{ title, blocks: preface }, ...sections].some((section) => matchesQuery(section, query));
