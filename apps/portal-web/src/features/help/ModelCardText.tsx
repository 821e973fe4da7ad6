import { Link } from '@tanstack/react-router';
import type { Token } from 'marked';
import { createElement, type ReactElement } from 'react';
import type { ModelCard } from '../../lib/help/model-cards.ts';
import styles from './Help.module.css';
import type { Manual } from './manual.ts';
import { SectionList, toHeadingId } from './ManualSections.tsx';
import { type LinkRenderer, MarkdownText } from './MarkdownText.tsx';
import { resolveCardLink } from './model-card-texts.ts';

/** The first line of a card names the file in the other language. The browser shows the language that was chosen. */
const isNotTranslationNote = (token: Token): boolean =>
  !(token.type === 'paragraph' && 'tokens' in token && token.tokens?.every(({ type }) => type === 'em') === true);

/** A model card whole. */
export function ModelCardText(props: { name: ModelCard; card: Manual; level: 2 | 3 }): ReactElement {
  const { name, card, level } = props;
  const renderLink: LinkRenderer = (href, text) => {
    const target = resolveCardLink(name, href);
    // Records, measurements and sources are not in the browser: their names remain as text.
    if (target === null) return text;
    return (
      <Link
        to="/help"
        search={{ card: target.card }}
        {...(target.anchor === '' ? {} : { hash: toHeadingId(target.anchor) })}
        className={styles.link}
      >
        {text}
      </Link>
    );
  };
  // A letter of a formula is no key.
  const drawing = { renderLink, hasKeys: false };
  return (
    <article className={styles.card}>
      <div className={styles.text}>
        <section>
          {createElement(`h${level}`, null, card.title)}
          <MarkdownText tokens={card.preface.filter(isNotTranslationNote)} drawing={drawing} />
        </section>
      </div>
      <SectionList sections={card.sections} level={level === 2 ? 3 : 4} drawing={drawing} />
    </article>
  );
}
