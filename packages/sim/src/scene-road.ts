import { buildGradient, applyLight, type Light, type Rgb } from './scene-paint.ts';
import { Rng } from './random.ts';

/** Size of the full picture in pixels. */
export const FRAME = { width: 1280, height: 720 } as const;

export interface RoadView {
  /** Random seed of the location, so that every gate looks different. */
  readonly place: number;
  readonly light: Light;
  /** True for a camera further back and higher, as in the context picture. */
  readonly isWide: boolean;
  readonly isFastRoad: boolean;
}

const MEADOWS: readonly Rgb[] = [
  [104, 116, 74],
  [126, 122, 84],
  [92, 108, 78],
];

/** The location without a vehicle, as an SVG document. Drawn once per gate and light, then cached. */
export function drawRoadSvg(view: RoadView): string {
  const rng = new Rng(view.place);
  const { light } = view;
  const horizon = view.isWide ? 250 : 168;
  const vanish = 640 + rng.between(-90, 90);
  const meadow = MEADOWS[rng.int(MEADOWS.length)] ?? [100, 110, 80];
  const spread = view.isWide ? 640 : 900;
  const left = 640 - spread;
  const right = 640 + spread;
  const parts = [
    `<rect width="1280" height="${horizon + 4}" fill="url(#sky)"/>`,
    drawHills(rng, horizon, light),
    `<rect y="${horizon}" width="1280" height="${720 - horizon}" fill="url(#meadow)"/>`,
    drawHouses(rng, horizon, light, vanish),
    drawTrees(rng, horizon, light, vanish),
    `<path d="M${vanish - 14} ${horizon}H${vanish + 14}L${right} 720H${left}Z" fill="url(#road)"/>`,
    drawPatches(rng, horizon, vanish, spread),
    drawLaneMarks(horizon, vanish, spread, light, view.isFastRoad),
    view.isFastRoad ? drawGuardRail(horizon, vanish, spread, light) : drawKerb(horizon, vanish, spread, light),
    drawPoles(rng, horizon, vanish, spread, light),
    light.day < 0.5 ? '<rect width="1280" height="720" fill="url(#vignette)"/>' : '',
  ];
  const defs = [
    buildGradient('sky', buildSkyStops(light, rng)),
    buildGradient('meadow', [
      [0, applyLight([meadow[0] + 26, meadow[1] + 26, meadow[2] + 26], light, 0.9)],
      [1, applyLight([meadow[0] - 30, meadow[1] - 30, meadow[2] - 30], light)],
    ]),
    buildGradient('road', [
      [0, applyLight([150, 152, 154], light, 0.95)],
      [0.35, applyLight([108, 110, 112], light, 0.92)],
      [1, applyLight([74, 76, 78], light, 0.9)],
    ]),
    '<radialGradient id="vignette" cx=".5" cy=".6" r=".75"><stop offset=".35" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".62"/></radialGradient>',
    '<radialGradient id="street"><stop offset="0" stop-color="#fff6dc"/><stop offset=".18" stop-color="#f3dfa6" stop-opacity=".6"/><stop offset="1" stop-color="#f3dfa6" stop-opacity="0"/></radialGradient>',
  ].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><defs>${defs}</defs>${parts.join('')}</svg>`;
}

function buildSkyStops(light: Light, rng: Rng): readonly (readonly [number, string])[] {
  const isGrey = rng.chance(0.45);
  const blend = (day: Rgb, dusk: Rgb, night: Rgb): string => {
    const k = light.day;
    const mixRgb = (a: Rgb, b: Rgb, t: number): Rgb => [
      a[0] + (b[0] - a[0]) * t,
      a[1] + (b[1] - a[1]) * t,
      a[2] + (b[2] - a[2]) * t,
    ];
    const c = k > 0.5 ? mixRgb(dusk, day, k * 2 - 1) : mixRgb(night, dusk, k * 2);
    return `rgb(${c.map((v) => Math.round(v)).join(',')})`;
  };
  return [
    [0, blend(isGrey ? [158, 168, 176] : [118, 158, 202], [92, 96, 122], [14, 18, 24])],
    [1, blend(isGrey ? [214, 218, 220] : [214, 226, 234], [214, 160, 118], [38, 44, 52])],
  ];
}

function drawHills(rng: Rng, horizon: number, light: Light): string {
  return [0, 1]
    .map((row) => {
      let d = `M0 ${horizon + 6}`;
      for (let x = 0; x <= 1280; x += 80)
        d += `L${x} ${(horizon - (row === 0 ? 40 : 16) - rng.next() * (row === 0 ? 38 : 20)).toFixed(0)}`;
      const tone: Rgb = row === 0 ? [146, 160, 172] : [104, 122, 112];
      return `<path d="${d}L1280 ${horizon + 6}Z" fill="${applyLight(tone, light, 0.85)}"/>`;
    })
    .join('');
}

function drawTrees(rng: Rng, horizon: number, light: Light, vanish: number): string {
  let svg = '';
  for (let i = 0; i < 16; i++) {
    const side = i % 2 === 0 ? -1 : 1;
    const depth = rng.between(0.06, 0.62);
    const x = vanish + side * (70 + depth * 1150 + rng.next() * 120);
    const y = horizon + depth * 190;
    const size = 34 + depth * 230;
    const tone = applyLight([44 + rng.int(34), 66 + rng.int(30), 36 + rng.int(20)], light, 0.9);
    const isTall = rng.chance(0.35);
    svg += `<rect x="${x - size * 0.05}" y="${y - size * 0.5}" width="${size * 0.1}" height="${size * 0.52}" fill="${applyLight([70, 58, 46], light)}"/>`;
    if (isTall)
      svg += `<ellipse cx="${x}" cy="${y - size * 0.85}" rx="${size * 0.2}" ry="${size * 0.72}" fill="${tone}"/>`;
    else
      for (let k = 0; k < 4; k++)
        svg += `<circle cx="${x + rng.between(-0.26, 0.26) * size}" cy="${y - size * rng.between(0.55, 0.95)}" r="${size * rng.between(0.2, 0.32)}" fill="${tone}"/>`;
  }
  return svg;
}

const WALLS: readonly Rgb[] = [
  [214, 186, 142],
  [222, 206, 176],
  [196, 150, 118],
  [208, 208, 202],
];

function drawHouses(rng: Rng, horizon: number, light: Light, vanish: number): string {
  let svg = '';
  for (let i = 0; i < 5; i++) {
    const side = rng.chance(0.5) ? -1 : 1;
    const x = vanish + side * rng.between(120, 560);
    const scale = 0.4 + Math.abs(x - vanish) / 420;
    const [w, h] = [rng.between(70, 130) * scale, rng.between(46, 84) * scale];
    const y = horizon + 12 * scale;
    svg += `<rect x="${x}" y="${y - h}" width="${w}" height="${h}" fill="${applyLight(WALLS[rng.int(WALLS.length)] ?? [210, 200, 180], light, 0.9)}"/><path d="M${x - 6} ${y - h}L${x + w / 2} ${y - h - 26 * scale}L${x + w + 6} ${y - h}Z" fill="${applyLight([150, 86, 66], light, 0.9)}"/>`;
    for (let k = 0; k < 3; k++) {
      const isLitUp = light.day < 0.5 && rng.chance(0.35);
      svg += `<rect x="${x + w * (0.14 + k * 0.29)}" y="${y - h * 0.72}" width="${w * 0.13}" height="${h * 0.3}" fill="${isLitUp ? '#d8c48a' : applyLight([78, 84, 90], light)}"/>`;
    }
  }
  return svg;
}

/** Repairs and tyre tracks, because an even grey looks artificial. */
function drawPatches(rng: Rng, horizon: number, vanish: number, spread: number): string {
  let svg = '';
  for (let i = 0; i < 7; i++) {
    const t = rng.between(0.3, 0.95);
    const y = horizon + (720 - horizon) * t;
    const x = vanish + (640 - vanish) * t + rng.between(-0.7, 0.7) * spread * t;
    svg += `<ellipse cx="${x}" cy="${y}" rx="${rng.between(60, 190) * t}" ry="${rng.between(6, 20) * t}" fill="${rng.chance(0.5) ? '#000' : '#fff'}" opacity="${rng.between(0.025, 0.07)}"/>`;
  }
  for (const lane of [-0.36, -0.14, 0.14, 0.36]) {
    const x = 640 + lane * spread;
    svg += `<path d="M${vanish} ${horizon}L${x - 34} 720H${x + 34}Z" fill="#000" opacity=".07"/>`;
  }
  return svg;
}

function drawLaneMarks(horizon: number, vanish: number, spread: number, light: Light, isFastRoad: boolean): string {
  const white = applyLight([226, 226, 220], light, light.day > 0.5 ? 0.92 : 1.25);
  const line = (lane: number, width: number): string => {
    const x = 640 + lane * spread;
    return `<path d="M${vanish + lane * 26} ${horizon}L${x - width} 720H${x + width}Z" fill="${white}"/>`;
  };
  let svg = line(-0.86, 11) + line(0.86, 11);
  const lanes = isFastRoad ? [-0.52, 0.52] : [-0.5];
  for (const lane of lanes) {
    for (let i = 0; i < 7; i++) {
      const [a, b] = [(i / 7) ** 2.1, ((i + 0.42) / 7) ** 2.1];
      const at = (t: number): readonly [number, number, number] => [
        vanish + lane * 26 + (640 + lane * spread - vanish - lane * 26) * t,
        horizon + (720 - horizon) * t,
        1.5 + 10 * t,
      ];
      const [x1, y1, w1] = at(a);
      const [x2, y2, w2] = at(b);
      svg += `<path d="M${x1 - w1} ${y1}H${x1 + w1}L${x2 + w2} ${y2}H${x2 - w2}Z" fill="${white}"/>`;
    }
  }
  return svg;
}

function drawGuardRail(horizon: number, vanish: number, spread: number, light: Light): string {
  const metal = applyLight([168, 174, 178], light);
  const low = applyLight([104, 110, 114], light);
  return [-1, 1]
    .map((side) => {
      const x = 640 + side * spread * 1.02;
      const far = vanish + side * 30;
      let posts = '';
      for (let i = 2; i < 12; i++) {
        const t = (i / 12) ** 2;
        posts += `<rect x="${far + (x - far) * t - 4 * t}" y="${horizon + (650 - horizon) * t - 2}" width="${9 * t + 1}" height="${70 * t}" fill="${low}"/>`;
      }
      return `${posts}<path d="M${far} ${horizon + 2}L${x} 590V650L${far} ${horizon + 5}Z" fill="${metal}"/><path d="M${far} ${horizon + 3}L${x} 616" stroke="${low}" stroke-width="5"/>`;
    })
    .join('');
}

function drawKerb(horizon: number, vanish: number, spread: number, light: Light): string {
  const stone = applyLight([176, 174, 168], light);
  const walk = applyLight([150, 146, 140], light);
  return [-1, 1]
    .map((side) => {
      const x = 640 + side * spread;
      return `<path d="M${vanish + side * 15} ${horizon}L${x} 720H${x + side * 240}L${vanish + side * 24} ${horizon}Z" fill="${walk}"/><path d="M${vanish + side * 14} ${horizon}L${x} 720H${x + side * 26}L${vanish + side * 16} ${horizon}Z" fill="${stone}"/>`;
    })
    .join('');
}

function drawPoles(rng: Rng, horizon: number, vanish: number, spread: number, light: Light): string {
  let svg = '';
  const side = rng.chance(0.5) ? -1 : 1;
  for (const t of [0.12, 0.26, 0.52]) {
    const x = vanish + (640 + side * spread * 1.16 - vanish) * t;
    const y = horizon + (720 - horizon) * t;
    const h = 560 * t + 50;
    svg += `<path d="M${x} ${y}V${y - h}q0 ${-22 * t} ${-side * 70 * t} ${-26 * t}" stroke="${applyLight([92, 96, 98], light)}" stroke-width="${12 * t + 1.5}" fill="none"/>`;
    if (light.day < 0.5)
      svg += `<circle cx="${x - side * 70 * t}" cy="${y - h - 26 * t}" r="${130 * t + 16}" fill="url(#street)"/>`;
  }
  return svg;
}
