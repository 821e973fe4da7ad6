/** A target and the measured value. */
export interface TargetRow {
  readonly label: string;
  readonly target: number;
  readonly value: number;
  readonly unit: string;
  readonly isMet: boolean;
  /** True when larger values are better (a rate), false for times. */
  readonly isMore: boolean;
}

const WIDTH = 900;
const LEFT = 380;
/**
 * X position of the target line, the same for all rows; a bar is scaled so that its target is at this line, and cut
 * off at the edge.
 */
const TARGET_X = 600;
const MAX_X = 800;
const ROW = 34;
const TOP = 60;

const escapeSvg = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const drawText = (x: number, y: number, size: number, value: string, more = ''): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" ${more}>${escapeSvg(value)}</text>`;

function drawRow(row: TargetRow, top: number): string {
  const { label, target, value, unit, isMet, isMore } = row;
  const end = Math.min(MAX_X, LEFT + ((TARGET_X - LEFT) * value) / target);
  const mark = isMore ? '≥' : '≤';
  // The label of a value just below its target would overlap the line, so it moves to the right of the line.
  const labelX = 6 + (end <= TARGET_X && end > TARGET_X - 70 ? TARGET_X : end);
  return [
    drawText(LEFT - 10, top + 13, 12, label, 'text-anchor="end"'),
    drawText(LEFT - 10, top + 25, 9, `${mark} ${target.toLocaleString('en')} ${unit}`, 'text-anchor="end" fill="#666"'),
    `<rect x="${LEFT}" y="${top + 3}" width="${(end - LEFT).toFixed(1)}" height="14" fill="${isMet ? '#1c6dd0' : '#c4572b'}"/>`,
    drawText(labelX, top + 14, 11, `${value.toLocaleString('en')} ${unit}`, 'font-weight="600"'),
  ].join('');
}

/** The picture for the documentation: every value relative to its target, with the target line in the middle. */
export function drawTargetsPicture(title: string, rows: readonly TargetRow[], caption: string): string {
  const bottom = TOP + rows.length * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 30}" font-family="system-ui, sans-serif" fill="#222">`,
    `<rect width="${WIDTH}" height="${bottom + 30}" fill="#fff"/>`,
    drawText(20, 22, 14, title, 'font-weight="600"'),
    drawText(TARGET_X, TOP - 12, 10, 'target', 'text-anchor="middle" fill="#666"'),
    ...rows.map((row, i) => drawRow(row, TOP + i * ROW)),
    `<line x1="${TARGET_X}" x2="${TARGET_X}" y1="${TOP - 6}" y2="${bottom - 4}" stroke="#222" stroke-dasharray="3 3"/>`,
    drawText(20, bottom + 16, 9, caption, 'fill="#666"'),
    '</svg>',
    '',
  ].join('\n');
}
