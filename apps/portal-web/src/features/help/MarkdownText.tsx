import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import styles from './Help.module.css';

/** Draws a link of the manual; the text alone when it leads nowhere in the browser. */
export type LinkRenderer = (href: string, text: ReactNode) => ReactNode;

/** How a text is drawn. `hasKeys`: what stands between backquotes may be a key, as in the manuals. */
export interface Drawing {
  readonly renderLink: LinkRenderer;
  readonly hasKeys: boolean;
}

/**
 * Markdown as elements. Nothing becomes markup by itself: HTML in the text is left out, and of the kinds of tokens only
 * those named here are drawn.
 */
export function MarkdownText(props: { tokens: readonly Token[]; drawing: Drawing }): ReactElement {
  return <>{drawAll(props.tokens, props.drawing)}</>;
}

const drawAll = (tokens: readonly Token[] | undefined, drawing: Drawing): ReactNode[] =>
  // The text never changes while it is shown, so the position is the identity of a token.
  (tokens ?? []).map((token, index) => <Fragment key={index}>{draw(token, drawing)}</Fragment>);

/** Elements that only wrap their content. */
const WRAPPERS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  blockquote: 'blockquote',
};

function draw(token: Token, drawing: Drawing): ReactNode {
  const wrapper = WRAPPERS[token.type];
  const inside = 'tokens' in token ? token.tokens : undefined;
  if (wrapper !== undefined) return createElement(wrapper, null, ...drawAll(inside, drawing));
  switch (token.type) {
    case 'text':
      return inside === undefined ? getText(token) : drawAll(inside, drawing);
    case 'escape':
      return getText(token);
    case 'codespan':
      return drawing.hasKeys ? <CodeText text={getText(token)} /> : <code>{getText(token)}</code>;
    case 'code':
      return <pre className={styles.code}>{getText(token)}</pre>;
    case 'br':
      return <br />;
    case 'link':
      return drawing.renderLink('href' in token ? String(token['href']) : '', drawAll(inside, drawing));
  }
  if (isList(token)) return <List list={token} drawing={drawing} />;
  return isTable(token) ? <Table table={token} drawing={drawing} /> : null;
}

const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';

const getText = (token: Token): string => ('text' in token && typeof token['text'] === 'string' ? token['text'] : '');

/** Names of keys, as the manuals write them in both languages. */
const KEY =
  /^(?:[\w?.\\/↑↓←→]|F\d{1,2}|Ctrl|Alt|Shift|Maiusc|Invio|Enter|Esc|Spazio|Space|Inizio|Home|Fine|End|Pag[↓↑]|Pg(?:Up|Dn))$/;

/** Keys are drawn as caps, also where there is no keyboard; everything else between backquotes as code. */
function CodeText({ text }: { text: string }): ReactElement {
  const parts = text.split(' ');
  if (!parts.every((part) => KEY.test(part))) return <code>{text}</code>;
  return (
    <>
      {parts.map((part) => (
        <kbd key={part} className={styles.key}>
          {part}
        </kbd>
      ))}
    </>
  );
}

function List({ list, drawing }: { list: Tokens.List; drawing: Drawing }): ReactElement {
  const items = list.items.map((item, index) => <li key={index}>{drawAll(item.tokens, drawing)}</li>);
  return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, drawing }: { table: Tokens.Table; drawing: Drawing }): ReactElement {
  return (
    <SimpleTable
      label={table.header.map(({ text }) => text).join(', ')}
      density="dense"
      isFramed
      columns={table.header.map(({ tokens }, index) => ({ key: String(index), title: drawAll(tokens, drawing) }))}
    >
      {table.rows.map((row, index) => (
        <TableRow key={index}>
          {row.map(({ tokens }, column) => (
            <td key={column}>{drawAll(tokens, drawing)}</td>
          ))}
        </TableRow>
      ))}
    </SimpleTable>
  );
}
