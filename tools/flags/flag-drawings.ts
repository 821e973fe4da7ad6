/** Drawing of one flag on a field of 54 x 36. */
export type Flag = readonly string[];

const W = 54;
const H = 36;

function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

/** Vertical bands from left to right, of equal width or with the given shares. */
function columns(colours: readonly string[], shares: readonly number[] = colours.map(() => 1)): Flag {
  const sum = shares.reduce((a, b) => a + b, 0);
  let x = 0;
  return colours.map((colour, index) => {
    const width = (W * (shares[index] ?? 0)) / sum;
    const band = rect(x, 0, width + 0.5, H, colour);
    x += width;
    return band;
  });
}

/** Horizontal bands from top to bottom. */
function rows(colours: readonly string[], shares: readonly number[] = colours.map(() => 1)): Flag {
  const sum = shares.reduce((a, b) => a + b, 0);
  let y = 0;
  return colours.map((colour, index) => {
    const height = (H * (shares[index] ?? 0)) / sum;
    const band = rect(0, y, W, height + 0.5, colour);
    y += height;
    return band;
  });
}

/** A Nordic cross, optionally with an inner cross. */
function nordic(ground: string, outer: string, inner?: string): Flag {
  const cross = (width: number, fill: string): string[] => [
    rect(20 - width / 2, 0, width, H, fill),
    rect(0, 18 - width / 2, W, width, fill),
  ];
  return [
    rect(0, 0, W, H, ground),
    ...cross(inner === undefined ? 7 : 9, outer),
    ...(inner === undefined ? [] : cross(4, inner)),
  ];
}

function polygon(points: string, fill: string): string {
  return `<polygon points="${points}" fill="${fill}"/>`;
}

function disc(x: number, y: number, r: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
}

function star(x: number, y: number, r: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? r : r * 0.4;
    const angle = (index * Math.PI) / 5;
    return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return polygon(points.join(' '), fill);
}

const field = (fill: string): string => rect(0, 0, W, H, fill);
const plus = (x: number, y: number, width: number, height: number, arm: number, fill: string): string[] => [
  rect(x + (width - arm) / 2, y, arm, height, fill),
  rect(x, y + (height - arm) / 2, width, arm, fill),
];
const shield = (x: number, y: number, fill: string): string =>
  `<path d="M${x} ${y}h10v8q0 5-5 8-5-3-5-8z" fill="${fill}"/>`;
const union = [
  field('#012169'),
  '<path d="M0 0L54 36M54 0L0 36" stroke="#fff" stroke-width="7"/>',
  '<path d="M0 0L54 36M54 0L0 36" stroke="#c8102e" stroke-width="2.5"/>',
  ...plus(0, 0, W, H, 12, '#fff'),
  ...plus(0, 0, W, H, 7, '#c8102e'),
];
const slavic = ['#fff', '#0b4ea2', '#ee1c25'] as const;

/** Flags by nation code on the plate. Flags that differ only in their coat of arms get a plain shield instead. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  I: columns(['#008c45', '#f4f9ff', '#cd212a']),
  A: rows(['#ed2939', '#fff', '#ed2939']),
  AL: [field('#e41e20'), '<path d="M27 7l4 4 7-1-3 5 4 4-6 2-2 7h-8l-2-7-6-2 4-4-3-5 7 1z" fill="#111"/>'],
  AND: [...columns(['#10069f', '#fedd00', '#d50032']), shield(22, 11, '#d50032')],
  B: columns(['#111', '#fae042', '#ed2939']),
  BG: rows(['#fff', '#00966e', '#d62612']),
  BIH: [field('#002395'), polygon('14,0 46,0 46,36', '#fecb00')],
  BY: [...rows(['#c8313e', '#4aa657'], [2, 1]), rect(0, 0, 5, H, '#fff')],
  CH: [field('#d52b1e'), ...plus(16, 7, 22, 22, 7, '#fff')],
  CY: [
    field('#fff'),
    '<path d="M15 16q10-6 24-6-4 10-16 10-6 0-8-4z" fill="#d57800"/>',
    rect(17, 25, 20, 2, '#4e5b31'),
  ],
  CZ: [...rows(['#fff', '#d7141a']), polygon('0,0 27,18 0,36', '#11457e')],
  D: rows(['#111', '#dd0000', '#ffce00']),
  DK: nordic('#c8102e', '#fff'),
  E: rows(['#aa151b', '#f1bf00', '#aa151b'], [1, 2, 1]),
  EST: rows(['#0072ce', '#111', '#fff']),
  F: columns(['#0055a4', '#fff', '#ef4135']),
  FIN: nordic('#fff', '#002f6c'),
  FL: [...rows(['#002b7f', '#ce1126']), disc(13, 10, 4, '#ffd83d')],
  GB: union,
  GR: [
    ...rows(['#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf', '#fff', '#0d5eaf']),
    rect(0, 0, 20, 20, '#0d5eaf'),
    ...plus(0, 0, 20, 20, 4, '#fff'),
  ],
  H: rows(['#ce2939', '#fff', '#477050']),
  HR: [
    ...rows(['#f00', '#fff', '#171796']),
    shield(22, 9, '#f00'),
    rect(24, 12, 3, 3, '#fff'),
    rect(27, 15, 3, 3, '#fff'),
  ],
  IRL: columns(['#169b62', '#fff', '#ff883e']),
  IS: nordic('#02529c', '#fff', '#dc1e35'),
  L: rows(['#ed2939', '#fff', '#00a1de']),
  LT: rows(['#fdb913', '#006a44', '#c1272d']),
  LV: rows(['#9e3039', '#fff', '#9e3039'], [2, 1, 2]),
  M: columns(['#fff', '#cf142b']),
  MA: [field('#c1272d'), star(27, 18, 9, '#006233')],
  MC: rows(['#ce1126', '#fff']),
  MD: [...columns(['#0046ae', '#ffd200', '#cc092f']), shield(22, 10, '#a77b3b')],
  MNE: [field('#d4af3a'), rect(2, 2, 50, 32, '#c40308'), shield(22, 10, '#d4af3a')],
  N: nordic('#ba0c2f', '#fff', '#00205b'),
  NL: rows(['#ae1c28', '#fff', '#21468b']),
  NMK: [
    field('#d20000'),
    '<path d="M0 0L54 36M54 0L0 36M27 0V36M0 18H54" stroke="#ffe600" stroke-width="4"/>',
    disc(27, 18, 6, '#ffe600'),
  ],
  P: [...columns(['#006600', '#f00'], [2, 3]), disc(21.6, 18, 6, '#ffe600')],
  PL: rows(['#fff', '#dc143c']),
  RKS: [field('#244aa5'), '<path d="M20 22l4-9 7 2 4 6-7 7z" fill="#d0a650"/>', rect(17, 8, 20, 2, '#fff')],
  RO: columns(['#002b7f', '#fcd116', '#ce1126']),
  RSM: [...rows(['#fff', '#5eb6e4']), shield(22, 10, '#d4af3a')],
  RUS: rows(['#fff', '#0039a6', '#d52b1e']),
  S: nordic('#006aa7', '#fecc00'),
  SCV: [...columns(['#ffe000', '#fff']), '<path d="M38 10l5 8-5 8-3-8z" fill="#b0b0b0"/>'],
  SK: [...rows(slavic), shield(12, 9, '#ee1c25'), ...plus(14, 11, 6, 9, 2, '#fff')],
  SLO: [...rows(['#fff', '#005da4', '#ed1c24']), shield(10, 5, '#005da4')],
  SRB: [...rows(['#c6363c', '#0c4076', '#fff']), shield(15, 9, '#c6363c')],
  TN: [
    field('#e70013'),
    disc(27, 18, 9, '#fff'),
    disc(28, 18, 6.5, '#e70013'),
    disc(30, 18, 5, '#fff'),
    star(30, 18, 4, '#e70013'),
  ],
  TR: [field('#e30a17'), disc(21, 18, 9, '#fff'), disc(23.5, 18, 7.2, '#e30a17'), star(33, 18, 4.5, '#fff')],
  UA: rows(['#005bbb', '#ffd500']),
};

/** The drawing of a flag as SVG. */
export function flagSvg(parts: Flag): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${parts.join('')}</svg>`;
}
