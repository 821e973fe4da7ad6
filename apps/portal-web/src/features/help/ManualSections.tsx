import { Link } from '@tanstack/react-router';
import { createElement, type ReactElement } from 'react';
import styles from './Help.module.css';
import { findTopicOfAnchor, type Section } from './manual.ts';
import { type ManualName, type Manuals, resolveManualLink } from './manuals.ts';
import { type Drawing, type LinkRenderer, MarkdownText } from './MarkdownText.tsx';

/** Id in the page of the heading with that anchor. */
export const toHeadingId = (anchor: string): string => `help-${anchor}`;

/** Sections of a manual, one below the other, with links into the manuals. */
export function ManualSections(props: {
  manuals: Manuals;
  manual: ManualName;
  sections: readonly Section[];
  level: 2 | 3;
}): ReactElement {
  const { manuals, manual, sections, level } = props;
  const renderLink: LinkRenderer = (href, text) => {
    const target = resolveManualLink(manual, href);
    const topic = target === null ? null : findTopicOfAnchor(manuals[target.manual], target.anchor);
    // Records, models and the manual of the servers are not in the browser: their names remain as text.
    if (target === null || topic === null) return text;
    return (
      <Link to="/help" search={{ topic }} hash={toHeadingId(target.anchor)} className={styles.link}>
        {text}
      </Link>
    );
  };
  return <SectionList sections={sections} level={level} drawing={{ renderLink, hasKeys: true }} />;
}

/** @param props.level level in the page of the first heading */
export function SectionList(props: { sections: readonly Section[]; level: 2 | 3 | 4; drawing: Drawing }): ReactElement {
  const { sections, level, drawing } = props;
  const top = sections[0]?.depth ?? 2;
  return (
    <div className={styles.text}>
      {sections.map(({ anchor, title, depth, blocks }) => (
        <section key={anchor}>
          {createElement(`h${level + depth - top}`, { id: toHeadingId(anchor), tabIndex: -1 }, title)}
          <MarkdownText tokens={blocks} drawing={drawing} />
        </section>
      ))}
    </div>
  );
}
