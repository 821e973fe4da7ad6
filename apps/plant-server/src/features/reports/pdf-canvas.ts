import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@varco/i18n/message-types.ts';
import PDFDocument from 'pdfkit';

/** A4 page size and margin in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 28 } as const;
export const INNER_WIDTH = PAGE.width - 2 * PAGE.margin;

export const INK = {
  text: '#14191d',
  soft: '#4a5560',
  line: '#c9d1d7',
  tint: '#eef1f3',
  accent: '#0b6e8f',
  alert: '#b3261e',
  alertTint: '#fbe9e7',
} as const;

/** Font faces in use: condensed, condensed bold, and bold for headings. */
export type Face = 'plain' | 'bold' | 'head';

const FONT_FILES: Readonly<Record<Face, string>> = {
  plain: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  head: 'DejaVuSans-Bold.ttf',
};

// Fonts are embedded because the standard PDF fonts lack characters that names may contain.
const folder = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf');
let fonts: readonly (readonly [Face, Buffer])[] | null = null;
const readFonts = (): readonly (readonly [Face, Buffer])[] =>
  (fonts ??= (['plain', 'bold', 'head'] as const).map((face) => [face, readFileSync(join(folder, FONT_FILES[face]))]));

const DEFAULT_FONT_SIZE = 7.5;

export interface TextStyle {
  readonly face?: Face;
  readonly size?: number;
  readonly ink?: string;
  readonly align?: 'left' | 'right' | 'center';
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Control characters and characters that change the writing direction: a name must not alter the line it appears in. */
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;
export const removeControlCharacters = (text: string): string => text.replace(UNSAFE_CHARACTERS, ' ').toWellFormed();

/** A PDF document to draw on: single lines cut to a width, paragraphs with a maximum number of lines, and pictures. */
export class PdfCanvas {
  readonly doc: PDFKit.PDFDocument;
  private readonly chunks: Buffer[] = [];

  constructor(about: {
    readonly title: string;
    readonly author: string;
    readonly at: Date;
    readonly language: Language;
  }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      // No default font: standard fonts are not used, and a registered font under a second name would be loaded again.
      font: '',
      lang: about.language === 'it' ? 'it-IT' : 'en-GB',
      displayTitle: true,
      info: {
        Title: about.title,
        Author: removeControlCharacters(about.author),
        Creator: 'Varco',
        Producer: 'Varco',
        CreationDate: about.at,
      },
    });
    this.doc.on('data', (chunk: Buffer) => this.chunks.push(chunk));
    for (const [face, bytes] of readFonts()) this.doc.registerFont(face, bytes);
  }

  private applyStyle({ face = 'plain', size = DEFAULT_FONT_SIZE, ink = INK.text }: TextStyle): void {
    this.doc.font(face).fontSize(size).fillColor(ink);
  }

  /** Width of a text on one line, in points. */
  measureWidth(text: string, style: TextStyle): number {
    this.applyStyle(style);
    return this.doc.widthOfString(text);
  }

  /** Draws one line, truncated with an ellipsis at `width`. */
  line(text: string, x: number, y: number, width: number, style: TextStyle = {}): void {
    this.applyStyle(style);
    const fitted = this.truncate(removeControlCharacters(text), width, style.size ?? DEFAULT_FONT_SIZE);
    const spare = style.align === undefined || style.align === 'left' ? 0 : width - this.doc.widthOfString(fitted);
    const from = x + (style.align === 'right' ? spare : spare / 2);
    if (fitted !== '') this.doc.text(fitted, from, y, { lineBreak: false });
  }

  /** Draws up to `most` lines, broken at spaces; the last is truncated. Returns the height used. */
  paragraph(text: string, x: number, y: number, width: number, most: number, style: TextStyle = {}): number {
    this.applyStyle(style);
    const lines = this.wrap(removeControlCharacters(text).trim(), width, most);
    const step = (style.size ?? DEFAULT_FONT_SIZE) * 1.28;
    for (const [index, one] of lines.entries()) this.line(one, x, y + index * step, width, style);
    return lines.length * step;
  }

  /** Height a paragraph would use. */
  measureHeight(text: string, width: number, most: number, style: TextStyle): number {
    this.applyStyle(style);
    return (
      this.wrap(removeControlCharacters(text).trim(), width, most).length * (style.size ?? DEFAULT_FONT_SIZE) * 1.28
    );
  }

  private truncate(text: string, width: number, size: number): string {
    // No character is wider than 1.2 times the font size, so short texts need no measuring.
    if (text.length * size * 1.2 <= width || this.doc.widthOfString(text) <= width) return text;
    const characters = [...text];
    let [fits, tooLong] = [0, Math.min(characters.length, 400)];
    while (fits < tooLong - 1) {
      const half = Math.floor((fits + tooLong) / 2);
      if (this.doc.widthOfString(`${characters.slice(0, half).join('')}…`) <= width) fits = half;
      else tooLong = half;
    }
    return `${characters.slice(0, fits).join('').trimEnd()}…`;
  }

  private wrap(text: string, width: number, most: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/u)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && this.doc.widthOfString(longer) > width && lines.length < most - 1) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line === '' ? lines : [...lines, line];
  }

  /** Draws a whole JPEG centred in the box; false when the bytes are not a valid picture. */
  picture(bytes: Buffer, { x, y, width, height }: Box): boolean {
    try {
      this.doc.image(bytes, x, y, { fit: [width, height], align: 'center', valign: 'center' });
      return true;
    } catch {
      return false;
    }
  }

  fill({ x, y, width, height }: Box, ink: string): void {
    this.doc.rect(x, y, width, height).fill(ink);
  }

  frame({ x, y, width, height }: Box, ink: string = INK.line): void {
    this.doc.lineWidth(0.5).rect(x, y, width, height).stroke(ink);
  }

  rule(y: number, ink: string = INK.line, weight = 0.5): void {
    this.doc
      .lineWidth(weight)
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.width - PAGE.margin, y)
      .stroke(ink);
  }

  /** Ends the document and returns its bytes; nothing can be drawn afterwards. */
  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve(Buffer.concat(this.chunks)));
      this.doc.on('error', reject);
      this.doc.end();
    });
  }
}
