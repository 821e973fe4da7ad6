import { formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { INK, INNER_WIDTH, PAGE, PdfCanvas } from '../reports/reports.public.ts';
import { buildContent, type PublicTable } from './public-content.ts';
import type { PublicFigures } from './public-figures.ts';

const LEFT = PAGE.margin;
const TOP = 48;
const CONTENT_END = PAGE.height - 50;
const TEXT = { size: 9.5 } as const;
const SMALL = { size: 8.5, ink: INK.soft } as const;
/** Lines of a cell or a sentence; longer ones end with an ellipsis. */
const MAX_LINES = 4;
const CELL_GAP = 8;
const ROW_GAP = 5;

/** Draws from top to bottom and goes on with a new page where there is no room. */
class Flow {
  readonly paper: PdfCanvas;
  y: number = TOP;
  private page = 1;
  private readonly footer: string;

  constructor(paper: PdfCanvas, footer: string) {
    this.paper = paper;
    this.footer = footer;
  }

  /** Makes room for something of this height. */
  reserve(height: number): void {
    if (this.y + height <= CONTENT_END) return;
    this.endPage();
    this.paper.doc.addPage();
    this.page += 1;
    this.y = TOP;
  }

  endPage(): void {
    this.paper.rule(PAGE.height - 38);
    this.paper.line(this.footer, LEFT, PAGE.height - 30, INNER_WIDTH - 40, { size: 7.5, ink: INK.soft });
    this.paper.line(String(this.page), LEFT + INNER_WIDTH - 40, PAGE.height - 30, 40, { size: 8, align: 'right' });
  }

  paragraph(
    text: string,
    style: { readonly size: number; readonly ink?: string; readonly face?: 'bold' | 'head' },
  ): void {
    this.reserve(this.paper.measureHeight(text, INNER_WIDTH, MAX_LINES, style));
    this.y += this.paper.paragraph(text, LEFT, this.y, INNER_WIDTH, MAX_LINES, style) + ROW_GAP;
  }
}

/** The first column is wide where there are two, and as wide as the others where there are more. */
const columnWidths = (columns: number): readonly number[] =>
  columns === 2 ? [INNER_WIDTH - 110, 110] : Array.from({ length: columns }, () => INNER_WIDTH / columns);

function drawTable(flow: Flow, { caption, note, head, rows }: PublicTable): void {
  const { paper } = flow;
  const widths = columnWidths(head.length);
  const drawRow = (cells: readonly string[], face: 'plain' | 'bold'): void => {
    const style = { ...TEXT, face } as const;
    const widthOf = (at: number): number => (widths[at] ?? 0) - CELL_GAP;
    const height = Math.max(...cells.map((cell, at) => paper.measureHeight(cell, widthOf(at), MAX_LINES, style)));
    flow.reserve(height + ROW_GAP);
    let x = LEFT;
    for (const [at, cell] of cells.entries()) {
      // The number of a row stands to the right; words do not.
      if (at === 1) paper.line(cell, x, flow.y, widthOf(at), { ...style, align: 'right' });
      else paper.paragraph(cell, x, flow.y, widthOf(at), MAX_LINES, style);
      x += widths[at] ?? 0;
    }
    flow.y += height + ROW_GAP;
    paper.rule(flow.y - ROW_GAP / 2);
  };
  // A heading never stands alone at the end of a page.
  flow.reserve(80);
  flow.paragraph(caption, { size: 12, face: 'bold' });
  if (note !== undefined) flow.paragraph(note, SMALL);
  drawRow(head, 'bold');
  for (const row of rows) drawRow(row, 'plain');
  flow.y += 16;
}

/** The report of a year as PDF: the same words and numbers as the page. */
export function drawPublicReport(figures: PublicFigures, t: Translate, language: Language): Promise<Buffer> {
  const { title, intro, tables } = buildContent(figures, t, language);
  const paper = new PdfCanvas({ title, author: figures.plant.label, at: new Date(figures.madeAt), language });
  const flow = new Flow(paper, `${title} · ${formatDateTime(figures.madeAt)}`);
  flow.paragraph(title, { size: 17, face: 'head' });
  flow.y += 4;
  for (const sentence of intro) flow.paragraph(sentence, TEXT);
  flow.y += 12;
  for (const table of tables) drawTable(flow, table);
  flow.paragraph(t('publicPage:verify.text', { time: formatDateTime(figures.madeAt) }), SMALL);
  flow.endPage();
  return paper.finish();
}
