import { buildGradient, applyLight, blendTowards, type Light, type Rgb } from './scene-paint.ts';
import type { Body } from './vehicle-models.ts';

/** A drawn vehicle. In these units a car is 600 wide; ground at y 0, up is negative, centre at x 0. */
export interface DrawnVehicle {
  readonly svg: string;
  readonly defs: string;
  /** Width in units, between the outer wheels. */
  readonly width: number;
  /** Height above ground in units. */
  readonly height: number;
  /** Centre and width of the plate. */
  readonly plate: { readonly x: number; readonly y: number; readonly width: number };
  readonly lamps: readonly { readonly x: number; readonly y: number; readonly r: number; readonly isRed: boolean }[];
  /** Centre and width of the orange panel, or null when the body has none. */
  readonly panel: { readonly x: number; readonly y: number; readonly width: number } | null;
}

interface CarShape {
  readonly half: number;
  readonly beltHalf: number;
  readonly beltY: number;
  readonly roofHalf: number;
  readonly roofY: number;
  readonly sill: number;
}

const SHAPES: Readonly<Partial<Record<Body, CarShape>>> = {
  small: { half: 285, beltHalf: 258, beltY: -352, roofHalf: 206, roofY: -522, sill: -52 },
  saloon: { half: 300, beltHalf: 262, beltY: -318, roofHalf: 196, roofY: -466, sill: -46 },
  estate: { half: 298, beltHalf: 264, beltY: -328, roofHalf: 206, roofY: -486, sill: -48 },
  suv: { half: 306, beltHalf: 276, beltY: -386, roofHalf: 236, roofY: -560, sill: -78 },
  van: { half: 300, beltHalf: 286, beltY: -420, roofHalf: 264, roofY: -712, sill: -66 },
};

const formatCoordinate = (n: number): string => n.toFixed(1);

/** Mirrors a path of the left half: points from bottom to top, then back down on the right. */
function mirrorPath(left: readonly (readonly [number, number])[]): string {
  const right = left.map(([x, y]) => [-x, y] as const).toReversed();
  const points = [...left, ...right];
  const first = points[0] ?? [0, 0];
  let d = `M${formatCoordinate(first[0])} ${formatCoordinate(first[1])}`;
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i] ?? [0, 0];
    const [px, py] = points[i - 1] ?? [0, 0];
    // Each corner is rounded by ending the line shortly before it.
    const next = points[i + 1];
    if (next === undefined) {
      d += `L${formatCoordinate(x)} ${formatCoordinate(y)}`;
      continue;
    }
    const r = Math.min(34, Math.hypot(x - px, y - py) * 0.45, Math.hypot(next[0] - x, next[1] - y) * 0.45);
    const back = r / Math.max(1, Math.hypot(x - px, y - py));
    const on = r / Math.max(1, Math.hypot(next[0] - x, next[1] - y));
    d += `L${formatCoordinate(x - (x - px) * back)} ${formatCoordinate(y - (y - py) * back)}Q${formatCoordinate(x)} ${formatCoordinate(y)} ${formatCoordinate(x + (next[0] - x) * on)} ${formatCoordinate(y + (next[1] - y) * on)}`;
  }
  return `${d}Z`;
}

/** Draws cars and vans, from the front or from behind. */
export function drawCar(body: Body, paint: Rgb, light: Light, isFront: boolean, taste: number): DrawnVehicle {
  const shape = SHAPES[body] ?? SHAPES.small;
  if (shape === undefined) throw new RangeError(body);
  const s = shape;
  const defs = buildCarDefs(paint, light);
  const parts = [
    drawShadow(s.half, light),
    drawWheels(s, light),
    drawShell(s, paint, light, body),
    drawGlass(s, light, isFront, body),
  ];
  parts.push(isFront ? drawFrontFace(s, paint, light, body, taste) : drawRearFace(s, paint, light, body));
  const lampY = body === 'van' ? -300 : s.beltY * 0.66;
  const plateY = isFront ? s.sill - (body === 'suv' ? 62 : 56) : body === 'van' ? -190 : s.beltY * 0.56;
  return {
    svg: parts.join(''),
    defs,
    width: s.half * 2,
    height: -s.roofY + 10,
    plate: { x: 0, y: plateY, width: 186 },
    lamps: [-1, 1].map((side) => ({
      x: side * s.half * (isFront ? 0.72 : 0.82),
      y: lampY,
      r: isFront ? 150 : 46,
      isRed: !isFront,
    })),
    panel: null,
  };
}

function buildCarDefs(paint: Rgb, light: Light): string {
  // Dark paint reflects less: a black bonnet must not turn grey.
  const gloss = 0.12 + (Math.max(...paint) / 255) * 0.22;
  return [
    buildGradient('body', [
      [0, applyLight(blendTowards(paint, gloss), light)],
      [0.22, applyLight(blendTowards(paint, gloss * 0.3), light)],
      [0.5, applyLight(paint, light)],
      [0.78, applyLight(blendTowards(paint, -0.3), light)],
      [1, applyLight(blendTowards(paint, -0.62), light)],
    ]),
    buildGradient('roof', [
      [0, applyLight(blendTowards(paint, 0.42), light)],
      [1, applyLight(blendTowards(paint, -0.12), light)],
    ]),
    buildGradient(
      'round',
      [
        [0, '#000', 0.5],
        [0.16, '#000', 0.06],
        [0.5, '#fff', 0.05],
        [0.84, '#000', 0.06],
        [1, '#000', 0.5],
      ],
      'x2="1" y2="0"',
    ),
    buildGradient('glass', [
      [0, applyLight([150, 172, 188], light)],
      [0.35, applyLight([62, 76, 88], light)],
      [1, applyLight([18, 22, 27], light)],
    ]),
    buildGradient('lamp', [
      [0, light.day > 0.5 ? applyLight([214, 224, 232], light) : '#fbfcff'],
      [1, light.day > 0.5 ? applyLight([118, 130, 140], light) : '#dfe6f2'],
    ]),
    buildGradient('red', [
      [0, light.day > 0.5 ? '#a31a1c' : '#c23a34'],
      [1, light.day > 0.5 ? '#5d0d10' : '#7c1c1c'],
    ]),
    '<radialGradient id="ground"><stop offset=".35" stop-color="#000" stop-opacity=".72"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>',
  ].join('');
}

export const drawShadow = (half: number, light: Light): string =>
  `<ellipse cx="0" cy="4" rx="${half * 1.22}" ry="58" fill="url(#ground)" opacity="${0.55 + 0.4 * light.day}"/>`;

function drawWheels(s: CarShape, light: Light): string {
  const tyre = applyLight([24, 25, 27], light);
  return [-1, 1]
    .map((side) => {
      const x = side * s.half * 0.79;
      return `<path d="M${x - 48} ${s.sill - 60}V-20Q${x - 48} 0 ${x - 30} 0H${x + 30}Q${x + 48} 0 ${x + 48} -20V${s.sill - 60}Z" fill="${tyre}"/><path d="M${x - 30} -4H${x + 30}" stroke="#000" stroke-width="6" opacity=".5"/>`;
    })
    .join('');
}

function drawShell(s: CarShape, paint: Rgb, light: Light, body: Body): string {
  const lower = mirrorPath([
    [-s.half * 0.9, s.sill],
    [-s.half * 0.99, s.sill - 36],
    [-s.half, s.sill - 150],
    [-s.half * 0.97, s.beltY + 46],
    [-s.beltHalf * 0.95, s.beltY],
    [-s.beltHalf * 0.6, s.beltY - 10],
  ]);
  const upper = mirrorPath([
    [-s.beltHalf * 0.97, s.beltY + 14],
    [-s.beltHalf * 0.9, s.beltY - 40],
    [-s.roofHalf * 1.02, s.roofY + 30],
    [-s.roofHalf * 0.84, s.roofY + 2],
    [-s.roofHalf * 0.3, s.roofY - 8],
  ]);
  const mirrors = [-1, 1]
    .map(
      (side) =>
        `<ellipse cx="${side * (s.beltHalf + 27)}" cy="${s.beltY - (body === 'van' ? 58 : 24)}" rx="${body === 'van' ? 24 : 31}" ry="${body === 'van' ? 50 : 21}" fill="${applyLight(blendTowards(paint, -0.25), light)}"/><path d="M${side * (s.beltHalf + 4)} ${s.beltY - 6}L${side * (s.beltHalf + 26)} ${s.beltY - 14}" stroke="${applyLight([30, 30, 32], light)}" stroke-width="12"/>`,
    )
    .join('');
  const rails =
    body === 'suv'
      ? [-1, 1]
          .map(
            (side) =>
              `<path d="M${side * s.roofHalf * 0.9} ${s.roofY + 12}q${side * 4} -20 ${side * -16} -18" stroke="${applyLight([40, 42, 45], light)}" stroke-width="8" fill="none"/>`,
          )
          .join('')
      : '';
  return `${mirrors}${rails}<path d="${upper}" fill="url(#roof)"/><path d="${lower}" fill="url(#body)"/><path d="${lower}" fill="url(#round)"/>`;
}

function drawGlass(s: CarShape, light: Light, isFront: boolean, body: Body): string {
  const top = s.roofY + (body === 'van' ? 78 : isFront ? 26 : 34);
  const bottom = isFront ? s.beltY - 4 : s.beltY - 24;
  const pane = mirrorPath([
    [-s.beltHalf * (isFront ? 0.85 : 0.78), bottom],
    [-s.roofHalf * 0.93, top + 12],
    [-s.roofHalf * 0.8, top],
  ]);
  const seats =
    isFront && body !== 'van'
      ? [-1, 1]
          .map(
            (side) =>
              `<path d="M${side * 88 - 34} ${bottom - 6}q0 -62 34 -64t34 64z" fill="#06080a" opacity=".55"/><ellipse cx="${side * 88}" cy="${bottom - 78}" rx="20" ry="16" fill="#06080a" opacity=".5"/>`,
          )
          .join('')
      : '';
  const sheen = `<path d="M${-s.roofHalf * 0.55} ${top + 4}L${-s.roofHalf * 0.1} ${top + 2}L${-s.beltHalf * 0.42} ${bottom - 6}L${-s.beltHalf * 0.72} ${bottom - 4}Z" fill="#fff" opacity="${0.04 + 0.12 * light.day}"/>`;
  const wipers = isFront
    ? `<path d="M-150 ${bottom - 2}L-10 ${bottom - 12}M30 ${bottom - 2}L172 ${bottom - 14}" stroke="#0a0b0d" stroke-width="5" opacity=".8"/>`
    : '';
  return `<path d="${pane}" fill="url(#glass)" stroke="${applyLight([16, 18, 20], light)}" stroke-width="7"/>${seats}${sheen}${wipers}`;
}

function drawFrontFace(s: CarShape, paint: Rgb, light: Light, body: Body, taste: number): string {
  const dark = applyLight([17, 19, 21], light);
  const lampY = body === 'van' ? -300 : s.beltY * 0.66;
  const grilleTop = lampY - 18;
  const grilleHalf = s.half * (0.34 + (taste % 3) * 0.05);
  const seam = applyLight(blendTowards(paint, -0.45), light);
  const slats = Array.from(
    { length: 3 + (taste % 3) },
    (_, i) =>
      `<path d="M${-grilleHalf + 12} ${grilleTop + 14 + i * 13}H${grilleHalf - 12}" stroke="${applyLight([70, 74, 78], light)}" stroke-width="4"/>`,
  ).join('');
  const lamps = [-1, 1]
    .map((side) => {
      const [a, b] = [side * s.half * 0.52, side * s.half * 0.93];
      return `<path d="M${a} ${lampY + 22}L${a + side * 12} ${lampY - 12}Q${b} ${lampY - 34} ${b} ${lampY - 20}L${b - side * 8} ${lampY + 20}Z" fill="url(#lamp)" stroke="${dark}" stroke-width="5"/><circle cx="${(a + b) / 2}" cy="${lampY + 2}" r="15" fill="#fff" opacity="${light.day > 0.5 ? 0.35 : 1}"/>`;
    })
    .join('');
  const hood = `<path d="M${-s.beltHalf * 0.62} ${s.beltY + 6}Q${-s.half * 0.5} ${lampY - 60} ${-s.half * 0.48} ${lampY - 26}M${s.beltHalf * 0.62} ${s.beltY + 6}Q${s.half * 0.5} ${lampY - 60} ${s.half * 0.48} ${lampY - 26}" fill="none" stroke="${seam}" stroke-width="3.5" opacity=".7"/><path d="M${-s.half * 0.9} ${lampY - 40}Q0 ${lampY - 58} ${s.half * 0.9} ${lampY - 40}" fill="none" stroke="${seam}" stroke-width="3" opacity=".5"/>`;
  const intake = `<path d="M${-s.half * 0.66} ${s.sill - 34}L${-s.half * 0.58} ${s.sill - 86}H${s.half * 0.58}L${s.half * 0.66} ${s.sill - 34}Q0 ${s.sill - 18} ${-s.half * 0.66} ${s.sill - 34}Z" fill="${dark}"/>`;
  const fog = [-1, 1]
    .map(
      (side) =>
        `<ellipse cx="${side * s.half * 0.78}" cy="${s.sill - 58}" rx="22" ry="13" fill="${applyLight([150, 156, 160], light)}" stroke="${dark}" stroke-width="5"/>`,
    )
    .join('');
  const grille = `<rect x="${-grilleHalf}" y="${grilleTop}" width="${grilleHalf * 2}" height="${24 + (3 + (taste % 3)) * 13}" rx="13" fill="${dark}"/>${slats}<circle cy="${grilleTop + 22}" r="17" fill="${applyLight([176, 182, 186], light)}" stroke="${dark}" stroke-width="4"/>`;
  return hood + intake + fog + grille + lamps;
}

function drawRearFace(s: CarShape, paint: Rgb, light: Light, body: Body): string {
  const dark = applyLight([17, 19, 21], light);
  const seam = applyLight(blendTowards(paint, -0.5), light);
  const lampY = body === 'van' ? -300 : s.beltY * 0.66;
  const tall = body === 'van' ? 150 : body === 'suv' ? 82 : 58;
  const lamps = [-1, 1]
    .map((side) => {
      const x = side * s.half * 0.82;
      return `<rect x="${x - 40}" y="${lampY - tall / 2}" width="80" height="${tall}" rx="16" fill="url(#red)" stroke="${dark}" stroke-width="4"/><rect x="${x - 26}" y="${lampY + tall / 2 - 20}" width="52" height="12" rx="4" fill="${applyLight([210, 210, 205], light)}" opacity=".7"/>`;
    })
    .join('');
  const lid =
    body === 'van'
      ? `<path d="M0 ${s.roofY + 24}V${s.sill - 40}" stroke="${seam}" stroke-width="5"/><path d="M${-s.half * 0.86} ${s.roofY + 40}V${s.sill - 40}M${s.half * 0.86} ${s.roofY + 40}V${s.sill - 40}" stroke="${seam}" stroke-width="3"/>`
      : `<path d="M${-s.half * 0.66} ${s.beltY + 2}L${-s.half * 0.62} ${s.sill - 110}H${s.half * 0.62}L${s.half * 0.66} ${s.beltY + 2}" fill="none" stroke="${seam}" stroke-width="3.5"/>`;
  const bumper = `<path d="M${-s.half * 0.94} ${s.sill - 84}Q0 ${s.sill - 96} ${s.half * 0.94} ${s.sill - 84}L${s.half * 0.9} ${s.sill - 8}Q0 ${s.sill + 4} ${-s.half * 0.9} ${s.sill - 8}Z" fill="${applyLight(blendTowards(paint, -0.55), light)}"/><path d="M${-s.half * 0.6} ${s.sill - 22}H${s.half * 0.6}" stroke="${dark}" stroke-width="16"/>`;
  return lid + bumper + lamps;
}
