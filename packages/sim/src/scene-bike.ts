import type { DrawnVehicle } from './scene-car.ts';
import { buildGradient, applyLight, blendTowards, type Light, type Rgb } from './scene-paint.ts';

const JACKETS: readonly Rgb[] = [
  [34, 36, 40],
  [60, 30, 30],
  [36, 52, 70],
  [70, 74, 60],
];
const HELMETS: readonly Rgb[] = [
  [28, 29, 32],
  [210, 212, 212],
  [150, 34, 34],
  [40, 70, 120],
];

/** Motorbikes and scooters with their rider, seen from behind, where their plate is. */
export function drawBike(isScooter: boolean, paint: Rgb, light: Light, taste: number): DrawnVehicle {
  const jacket = JACKETS[taste % JACKETS.length] ?? [34, 36, 40];
  const helmet = HELMETS[(taste >>> 3) % HELMETS.length] ?? [28, 29, 32];
  const dark = applyLight([18, 19, 21], light);
  const width = isScooter ? 210 : 240;
  const parts = [
    '<ellipse cx="0" cy="4" rx="190" ry="34" fill="url(#ground)"/>',
    `<path d="M-38 -250V-40Q-38 4 0 4Q38 4 38 -40V-250Z" fill="${dark}"/><path d="M-22 -220V-30M22 -220V-30" stroke="${applyLight([58, 60, 63], light)}" stroke-width="4"/>`,
    `<path d="M-150 -430Q-176 -300 -120 -180L-70 -196Q-104 -300 -84 -400Z" fill="${applyLight([40, 44, 54], light)}"/><path d="M150 -430Q176 -300 120 -180L70 -196Q104 -300 84 -400Z" fill="${applyLight([40, 44, 54], light)}"/>`,
    `<path d="M-128 -178h60v34h-70zM128 -178h-60v34h70z" fill="${dark}"/>`,
    drawHandlebar(width, light),
    `<path d="M-124 -420Q-150 -560 -118 -640Q-84 -690 0 -694Q84 -690 118 -640Q150 -560 124 -420Q0 -380 -124 -420Z" fill="url(#jacket)"/><path d="M0 -690V-410" stroke="#000" stroke-width="4" opacity=".35"/>`,
    `<path d="M-118 -630Q-190 -560 -204 -470L-158 -456Q-140 -530 -104 -560ZM118 -630Q190 -560 204 -470L158 -456Q140 -530 104 -560Z" fill="url(#jacket)"/>`,
    `<path d="M-66 -700Q-84 -822 0 -832Q84 -822 66 -700Q0 -676 -66 -700Z" fill="url(#helmet)"/><path d="M-58 -716Q0 -696 58 -716" stroke="#000" stroke-width="5" opacity=".4" fill="none"/><path d="M-40 -806Q-12 -824 14 -822" stroke="#fff" stroke-width="8" opacity=".35" fill="none"/>`,
    drawTail(isScooter, light, dark),
  ];
  return {
    svg: parts.join(''),
    defs: [
      buildGradient('jacket', [
        [0, applyLight(blendTowards(jacket, 0.25), light)],
        [1, applyLight(blendTowards(jacket, -0.3), light)],
      ]),
      buildGradient('helmet', [
        [0, applyLight(blendTowards(helmet, 0.35), light)],
        [1, applyLight(blendTowards(helmet, -0.35), light)],
      ]),
      buildGradient('body', [
        [0, applyLight(blendTowards(paint, 0.3), light)],
        [0.5, applyLight(paint, light)],
        [1, applyLight(blendTowards(paint, -0.5), light)],
      ]),
      '<radialGradient id="ground"><stop offset=".3" stop-color="#000" stop-opacity=".7"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>',
    ].join(''),
    width: 400,
    height: 840,
    plate: { x: 0, y: isScooter ? -196 : -204, width: 108 },
    lamps: [{ x: 0, y: isScooter ? -330 : -326, r: 60, isRed: true }],
    panel: null,
  };
}

function drawHandlebar(half: number, light: Light): string {
  const metal = applyLight([52, 55, 58], light);
  return [-1, 1]
    .map(
      (side) =>
        `<path d="M${side * 40} -470L${side * half} -486" stroke="${metal}" stroke-width="16"/><path d="M${side * (half - 20)} -490L${side * (half + 6)} -580" stroke="${metal}" stroke-width="7"/><ellipse cx="${side * (half + 10)}" cy="-596" rx="40" ry="24" fill="${applyLight([26, 28, 30], light)}"/>`,
    )
    .join('');
}

function drawTail(isScooter: boolean, light: Light, dark: string): string {
  const red = light.day > 0.5 ? '#a5191b' : '#e0463c';
  const arm = `<path d="M-26 -270L-34 -240H34L26 -270Z" fill="${dark}"/>`;
  if (isScooter) {
    return `<path d="M-132 -420Q-150 -330 -96 -270Q0 -240 96 -270Q150 -330 132 -420Q0 -452 -132 -420Z" fill="url(#body)"/><rect x="-70" y="-352" width="140" height="42" rx="18" fill="${red}"/><circle cx="-104" cy="-326" r="17" fill="#c77a1e"/><circle cx="104" cy="-326" r="17" fill="#c77a1e"/>${arm}`;
  }
  const box = `<rect x="-96" y="-470" width="192" height="104" rx="22" fill="${applyLight([30, 32, 35], light)}"/><path d="M-88 -420H88" stroke="${applyLight([80, 84, 88], light)}" stroke-width="4"/>`;
  return `<path d="M-76 -420Q-92 -350 -50 -286Q0 -270 50 -286Q92 -350 76 -420Q0 -440 -76 -420Z" fill="url(#body)"/>${box}<rect x="-52" y="-344" width="104" height="32" rx="14" fill="${red}"/><path d="M-90 -300h-44M90 -300h44" stroke="${dark}" stroke-width="9"/><circle cx="-140" cy="-300" r="15" fill="#c77a1e"/><circle cx="140" cy="-300" r="15" fill="#c77a1e"/><rect x="86" y="-250" width="46" height="110" rx="20" fill="${applyLight([120, 124, 128], light)}"/>${arm}`;
}
