import { lexer, type Token, type Tokens } from 'marked';
import { type HelpTopic, isHelpTopic } from '../../lib/help/help-topics.ts';

/** A heading of a manual with the text below it, up to the next heading of the same or a higher level. */
export interface Section {
  /** Name of the heading in addresses, unique in its manual; the same as in common Markdown renderers. */
  readonly anchor: string;
  readonly title: string;
  /** 2: chapter, 3: paragraph of a chapter. */
  readonly depth: number;
  readonly topic: HelpTopic | null;
  readonly blocks: readonly Token[];
}

export interface Manual {
  readonly title: string;
  /** The text before the first chapter. */
  readonly preface: readonly Token[];
  readonly sections: readonly Section[];
}

const TOPIC_COMMENT = /^<!-- topic: ([\w-]+) -->\s*$/;

/** Anchor of a heading. */
export const buildAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The sections of a manual in the Markdown of `docs/handbook`. It may also be a model card. */
export function parseManual(markdown: string): Manual {
  const preface: Token[] = [];
  const sections: { anchor: string; title: string; depth: number; topic: HelpTopic | null; blocks: Token[] }[] = [];
  let title = '';
  let topic: HelpTopic | null = null;
  for (const token of lexer(markdown)) {
    if (isHeading(token) && token.depth === 1) title = token.text;
    else if (isHeading(token)) {
      const text = toPlainText(token.tokens);
      sections.push({ anchor: buildAnchor(text), title: text, depth: token.depth, topic, blocks: [] });
      topic = null;
    } else if (token.type === 'html') {
      const name = TOPIC_COMMENT.exec(token.raw)?.[1];
      topic = isHelpTopic(name) ? name : topic;
    } else if (token.type !== 'space') (sections.at(-1)?.blocks ?? preface).push(token);
  }
  return { title, preface, sections };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The section of a topic followed by its sub-sections; empty when the manual does not have the topic. */
export function findTopicSections({ sections }: Manual, topic: HelpTopic): readonly Section[] {
  const start = sections.findIndex((section) => section.topic === topic);
  return start < 0 ? [] : takeWithChildren(sections, start);
}

/** The section at `index` and the deeper ones that follow it. */
export function takeWithChildren(sections: readonly Section[], index: number): readonly Section[] {
  const first = sections[index];
  if (first === undefined) return [];
  const rest = sections.slice(index + 1);
  const end = rest.findIndex(({ depth }) => depth <= first.depth);
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** The topic to which the heading with that anchor belongs: its own, or that of the nearest heading above it. */
export function findTopicOfAnchor({ sections }: Manual, anchor: string): HelpTopic | null {
  const index = sections.findIndex((section) => section.anchor === anchor);
  return sections.slice(0, index + 1).findLast(({ topic }) => topic !== null)?.topic ?? null;
}

/** True when all words of the query stand in the title or the text of the section, whatever their case and accents. */
export function matchesQuery(section: Pick<Section, 'title' | 'blocks'>, query: string): boolean {
  const text = foldText(`${section.title} ${section.blocks.map(({ raw }) => raw).join(' ')}`);
  return foldText(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F*`]/g, '')
    .replaceAll('’', "'")
    .toLowerCase();

/** Text of inline tokens without their marks. */
export function toPlainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens !== undefined ? toPlainText(token.tokens) : getText(token)))
    .join('');
}

const getText = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw);
