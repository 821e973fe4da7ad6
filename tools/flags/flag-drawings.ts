/** Drawing of one flag on a field of 54 x 36. */
export type Flag = readonly string[];

const W = 54;
const H = 36;

function drawRect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

/** Vertical bands from left to right, of equal width or with the given shares. */
function drawColumns(colours: readonly string[], shares: readonly number[] = colours.map(() => 1)): Flag {
  const sum = shares.reduce((a, b) => a + b, 0);
  let x = 0;
  return colours.map((colour, index) => {
    const width = (W * (shares[index] ?? 0)) / sum;
    const band = drawRect(x, 0, width + 0.5, H, colour);
    x += width;
    return band;
  });
}

/** Horizontal bands from top to bottom. */
function drawRows(colours: readonly string[], shares: readonly number[] = colours.map(() => 1)): Flag {
  const sum = shares.reduce((a, b) => a + b, 0);
  let y = 0;
  return colours.map((colour, index) => {
    const height = (H * (shares[index] ?? 0)) / sum;
    const band = drawRect(0, y, W, height + 0.5, colour);
    y += height;
    return band;
  });
}

/** A Nordic cross, optionally with an inner cross. */
function drawNordicCross(ground: string, outer: string, inner?: string): Flag {
  const cross = (width: number, fill: string): string[] => [
    drawRect(20 - width / 2, 0, width, H, fill),
    drawRect(0, 18 - width / 2, W, width, fill),
  ];
  return [
    drawRect(0, 0, W, H, ground),
    ...cross(inner === undefined ? 7 : 9, outer),
    ...(inner === undefined ? [] : cross(4, inner)),
  ];
}

function drawPolygon(points: string, fill: string): string {
  return `<polygon points="${points}" fill="${fill}"/>`;
}

function drawDisc(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
}

function drawStar(x: number, y: number, r: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? r : r * 0.4;
    const angle = (index * Math.PI) / 5;
    return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return drawPolygon(points.join(' '), fill);
}

const drawField = (fill: string): string => drawRect(0, 0, W, H, fill);
const drawPlus = (x: number, y: number, width: number, height: number, arm: number, fill: string): string[] => [
  drawRect(x + (width - arm) / 2, y, arm, height, fill),
  drawRect(x, y + (height - arm) / 2, width, arm, fill),
];
const drawShield = (x: number, y: number, fill: string): string =>
  `<path d="M${x} ${y}h10v8q0 5-5 8-5-3-5-8z" fill="${fill}"/>`;
const drawUnionJack = [
  drawField('#012169'),
  '<path d="M0 0L54 36M54 0L0 36" stroke="#fff" stroke-width="7"/>',
  '<path d="M0 0L54 36M54 0L0 36" stroke="#c8102e" stroke-width="2.5"/>',
  ...drawPlus(0, 0, W, H, 12, '#fff'),
  ...drawPlus(0, 0, W, H, 7, '#c8102e'),
];
const drawSlavicTricolour = ['#fff', '#0b4ea2', '#ee1c25'] as const;

/** Flags by nation code on the plate. Flags that differ only in their coat of arms get a plain shield instead. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  I: drawColumns(['#008c45', '#f4f9ff', '#cd212a']),
  A: drawRows(['#ed2939', '#fff', '#ed2939']),
  AL: [drawField('#e41e20'), '<path d="M27 7l4 4 7-1-3 5 4 4-6 2-2 7h-8l-2-7-6-2 4-4-3-5 7 1z" fill="#111"/>'],
  AND: [...drawColumns(['#10069f', '#fedd00', '#d50032']), drawShield(22, 11, '#d50032')],
  B: drawColumns(['#111', '#fae042', '#ed2939']),
  BG: drawRows(['#fff', '#00966e', '#d62612']),
  BIH: [drawField('#002395'), drawPolygon('14,0 46,0 46,36', '#fecb00')],
  BY: [...drawRows(['#c8313e', '#4aa657'], [2, 1]), drawRect(0, 0, 5, H, '#fff')],
  CH: [drawField('#d52b1e'), ...drawPlus(16, 7, 22, 22, 7, '#fff')],
  CY: [
    drawField('#fff'),
    '<path d="M15 16q10-6 24-6-4 10-16 10-6 0-8-4z" fill="#d57800"/>',
    drawRect(17, 25, 20, 2, '#4e5b31'),
  ],
  CZ: [...drawRows(['#fff', '#d7141a']), drawPolygon('0,0 27,18 0,36', '#11457e')],
  D: drawRows(['#111', '#dd0000', '#ffce00']),
  DK: drawNordicCross('#c8102e', '#fff'),
  E: drawRows(['#aa151b', '#f1bf00', '#aa151b'], [1, 2, 1]),
  EST: drawRows(['#0072ce', '#111', '#fff']),
  F: drawColumns(['#0055a4', '#fff', '#ef4135']),
  FIN: drawNordicCross('#fff', '#002f6c'),
  FL: [...drawRows(['#002b7f', '#ce1126']), drawDisc(13, 10, 4, '#ffd83d')],
  GB: drawUnionJack,
  GR: [
    ...drawRows(['#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf']),
    drawRect(0, 0, 20, 20, '#0d5eaf'),
    ...drawPlus(0, 0, 20, 20, 4, '#fff'),
  ],
  H: drawRows(['#ce2939', '#fff', '#477050']),
  HR: [
    ...drawRows(['#f00', '#fff', '#171796']),
    drawShield(22, 9, '#f00'),
    drawRect(24, 12, 3, 3, '#fff'),
    drawRect(27, 15, 3, 3, '#fff'),
  ],
  IRL: drawColumns(['#169b62', '#fff', '#ff883e']),
  IS: drawNordicCross('#02529c', '#fff', '#dc1e35'),
  L: drawRows(['#ed2939', '#fff', '#00a1de']),
  LT: drawRows(['#fdb913', '#006a44', '#c1272d']),
  LV: drawRows(['#9e3039', '#fff', '#9e3039'], [2, 1, 2]),
  M: drawColumns(['#fff', '#cf142b']),
  MA: [drawField('#c1272d'), drawStar(27, 18, 9, '#006233')],
  MC: drawRows(['#ce1126', '#fff']),
  MD: [...drawColumns(['#0046ae', '#ffd200', '#cc092f']), drawShield(22, 10, '#a77b3b')],
  MNE: [drawField('#d4af3a'), drawRect(2, 2, 50, 32, '#c40308'), drawShield(22, 10, '#d4af3a')],
  N: drawNordicCross('#ba0c2f', '#fff', '#00205b'),
  NL: drawRows(['#ae1c28', '#fff', '#21468b']),
  NMK: [
    drawField('#d20000'),
    '<path d="M0 0L54 36M54 0L0 36M27 0V36M0 18H54" stroke="#ffe600" stroke-width="4"/>',
    drawDisc(27, 18, 6, '#ffe600'),
  ],
  P: [...drawColumns(['#006600', '#f00'], [2, 3]), drawDisc(21.6, 18, 6, '#ffe600')],
  PL: drawRows(['#fff', '#dc143c']),
  RKS: [drawField('#244aa5'), '<path d="M20 22l4-9 7 2 4 6-7 7z" fill="#d0a650"/>', drawRect(17, 8, 20, 2, '#fff')],
  RO: drawColumns(['#002b7f', '#fcd116', '#ce1126']),
  RSM: [...drawRows(['#fff', '#5eb6e4']), drawShield(22, 10, '#d4af3a')],
  RUS: drawRows(['#fff', '#0039a6', '#d52b1e']),
  S: drawNordicCross('#006aa7', '#fecc00'),
  SCV: [...drawColumns(['#ffe000', '#fff']), '<path d="M38 10l5 8-5 8-3-8z" fill="#b0b0b0"/>'],
  SK: [...drawRows(drawSlavicTricolour), drawShield(12, 9, '#ee1c25'), ...drawPlus(14, 11, 6, 9, 2, '#fff')],
  SLO: [...drawRows(['#fff', '#005da4', '#ed1c24']), drawShield(10, 5, '#005da4')],
  SRB: [...drawRows(['#c6363c', '#0c4076', '#fff']), drawShield(15, 9, '#c6363c')],
  TN: [
    drawField('#e70013'),
    drawDisc(27, 18, 9, '#fff'),
    drawDisc(28, 18, 6.5, '#e70013'),
    drawDisc(30, 18, 5, '#fff'),
    drawStar(30, 18, 4, '#e70013'),
  ],
  TR: [
    drawField('#e30a17'),
    drawDisc(21, 18, 9, '#fff'),
    drawDisc(23.5, 18, 7.2, '#e30a17'),
    drawStar(33, 18, 4.5, '#fff'),
  ],
  UA: drawRows(['#005bbb', '#ffd500']),
};

/** The drawing of a flag as SVG. */
export function buildFlagSvg(parts: Flag): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${parts.join('')}</svg>`;
}
