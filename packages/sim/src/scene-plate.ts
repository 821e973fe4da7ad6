import { escapeXml } from './scene-paint.ts';

export interface PlateFace {
  readonly text: string;
  readonly nation: string;
  /** Province letters in the right-hand band of an Italian plate. */
  readonly province: string;
  readonly isBike: boolean;
}

const NO_BAND = new Set(['CH', 'RSM', 'MC']);
const YELLOW = new Set(['NL', 'L']);

/** Width to height of a plate: long on cars, nearly square on motorbikes. */
export const getPlateRatio = (face: PlateFace): number => (face.isBike ? 1.2 : 4.7);

/** A number plate of the given width with its top left corner at the origin; each character has a fixed cell. */
export function drawPlateSvg(face: PlateFace, width: number, brightness = 1): string {
  const height = width / getPlateRatio(face);
  const tone = (r: number, g: number, b: number): string =>
    `rgb(${Math.round(r * brightness)},${Math.round(g * brightness)},${Math.round(b * brightness)})`;
  const ground = YELLOW.has(face.nation) ? tone(242, 200, 60) : tone(238, 240, 238);
  const blue = tone(28, 66, 150);
  const parts = [
    `<rect width="${width}" height="${height}" rx="${height * 0.08}" fill="${ground}" stroke="#20242a" stroke-width="${Math.max(0.6, height * 0.035)}"/>`,
  ];
  if (face.isBike) return parts.concat(drawBikeText(face.text, width, height)).join('');
  const hasLeft = !NO_BAND.has(face.nation);
  const hasRight = face.nation === 'I' || face.nation === 'F' || face.nation === 'AL';
  const band = width * 0.085;
  const edge = height * 0.03;
  const strip = (x: number): string =>
    `<rect x="${x}" y="${edge}" width="${band}" height="${height - 2 * edge}" rx="${height * 0.06}" fill="${blue}"/>`;
  if (hasLeft) {
    parts.push(strip(edge), getBandText(face.nation, edge + band / 2, height * 0.86, height, band));
    parts.push(
      `<circle cx="${edge + band / 2}" cy="${height * 0.3}" r="${band * 0.27}" fill="none" stroke="#e8cf4a" stroke-width="${band * 0.09}" stroke-dasharray="${band * 0.07} ${band * 0.08}"/>`,
    );
  }
  if (hasRight) {
    parts.push(strip(width - band - edge));
    if (face.nation === 'I' && face.province !== '')
      parts.push(getBandText(face.province, width - band / 2 - edge, height * 0.86, height, band));
  }
  const left = hasLeft ? band + edge : width * 0.03;
  const right = hasRight ? width - band - edge : width * 0.97;
  return parts.join('') + drawCharacters(groupPlate(face), left, right, height);
}

const getBandText = (text: string, x: number, y: number, height: number, band: number): string =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans Condensed" font-weight="700" font-size="${Math.min(height * 0.32, (band * 1.5) / Math.max(1, text.length))}" text-anchor="middle" fill="#fff">${escapeXml(text)}</text>`;

/** Groups the characters as the nation writes them: GK 508 RB. */
function groupPlate(face: PlateFace): string {
  if (face.nation === 'I' && /^[A-Z]{2}\d{3}[A-Z]{2}$/u.test(face.text))
    return `${face.text.slice(0, 2)} ${face.text.slice(2, 5)} ${face.text.slice(5)}`;
  if (face.nation === 'D') return face.text.replace(/^([A-Z]{1,3})([A-Z]{2})(\d+)$/u, '$1 $2 $3');
  return face.text.replaceAll(/[A-Z](?=\d)|\d(?=[A-Z])/gu, '$& ');
}

function drawCharacters(text: string, left: number, right: number, height: number): string {
  const weights = [...text].map((sign) =>
    sign === ' ' ? 0.42 : sign === 'W' || sign === 'M' ? 1.14 : sign === 'I' || sign === '1' ? 0.86 : 1,
  );
  const total = weights.reduce((a, b) => a + b, 0);
  const step = Math.min((right - left) / (total + 0.4), height * 0.66);
  let x = (left + right) / 2 - (step * total) / 2;
  const size = Math.min(height * 0.98, step * 1.42);
  return [...text]
    .map((sign, i) => {
      const wide = step * (weights[i] ?? 1);
      const place = x + wide / 2;
      x += wide;
      return sign === ' ' ? '' : drawGlyph(sign, place, height * 0.5 + size * 0.365, size);
    })
    .join('');
}

const drawGlyph = (sign: string, x: number, y: number, size: number): string =>
  `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" font-family="DejaVu Sans Condensed" font-weight="700" font-size="${size.toFixed(2)}" text-anchor="middle" fill="#15181b">${escapeXml(sign)}</text>`;

/** Splits into two lines: letters above, digits below. */
function drawBikeText(text: string, width: number, height: number): readonly string[] {
  const cut = text.length <= 6 ? Math.floor(text.length / 2) : 2;
  return [text.slice(0, cut), text.slice(cut)].map((line, row) => {
    const step = Math.min(width / (line.length + 0.5), width * 0.26);
    const size = Math.min(height * 0.46, step * 1.5);
    const y = height * (row === 0 ? 0.45 : 0.91);
    const start = width / 2 - (step * (line.length - 1)) / 2;
    return [...line].map((sign, i) => drawGlyph(sign, start + i * step, y, size)).join('');
  });
}

/** The orange panel of dangerous goods: Kemler number above, UN number below. */
export function drawAdrPanelSvg(kemler: string, un: string, width: number, brightness = 1): string {
  const height = width * 0.75;
  const orange = `rgb(${Math.round(238 * brightness)},${Math.round(118 * brightness)},${Math.round(22 * brightness)})`;
  const text = (value: string, y: number): string =>
    `<text x="${width / 2}" y="${y}" font-family="DejaVu Sans Condensed" font-weight="700" font-size="${height * 0.42}" text-anchor="middle" fill="#111">${escapeXml(value)}</text>`;
  return `<rect width="${width}" height="${height}" rx="2" fill="${orange}" stroke="#111" stroke-width="${width * 0.035}"/><path d="M0 ${height / 2}H${width}" stroke="#111" stroke-width="${width * 0.03}"/>${text(kemler, height * 0.41)}${text(un, height * 0.9)}`;
}
