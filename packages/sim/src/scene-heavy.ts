import { drawShadow, type DrawnVehicle } from './scene-car.ts';
import { buildGradient, applyLight, blendTowards, type Light, type Rgb } from './scene-paint.ts';

/** Draws lorries, box trucks, coaches and trailers: 600 wide like all vehicles, but taller. */
export function drawHeavy(
  body: 'box' | 'lorry' | 'coach' | 'trailer',
  paint: Rgb,
  light: Light,
  isFront: boolean,
  isTank: boolean,
): DrawnVehicle {
  const defs = buildHeavyDefs(paint, light);
  if (body === 'coach') return { ...drawCoach(paint, light, isFront), defs };
  if (body === 'trailer' || !isFront) return { ...drawLoadFromBehind(light, isTank), defs };
  return { ...drawCab(paint, light, body === 'box', isTank), defs };
}

type Drawing = Omit<DrawnVehicle, 'defs'>;

function buildHeavyDefs(paint: Rgb, light: Light): string {
  return [
    buildGradient('body', [
      [0, applyLight(blendTowards(paint, 0.3), light)],
      [0.45, applyLight(paint, light)],
      [1, applyLight(blendTowards(paint, -0.45), light)],
    ]),
    buildGradient(
      'round',
      [
        [0, '#000', 0.42],
        [0.1, '#000', 0.05],
        [0.5, '#fff', 0.04],
        [0.9, '#000', 0.05],
        [1, '#000', 0.42],
      ],
      'x2="1" y2="0"',
    ),
    buildGradient('glass', [
      [0, applyLight([158, 178, 192], light)],
      [0.3, applyLight([70, 84, 96], light)],
      [1, applyLight([20, 24, 29], light)],
    ]),
    buildGradient('load', [
      [0, applyLight([214, 217, 218], light)],
      [1, applyLight([150, 155, 158], light)],
    ]),
    buildGradient('tank', [
      [0, applyLight([92, 97, 101], light)],
      [0.3, applyLight([206, 211, 214], light)],
      [0.62, applyLight([150, 156, 160], light)],
      [1, applyLight([62, 66, 70], light)],
    ]),
    buildGradient('lamp', [
      [0, light.day > 0.5 ? applyLight([220, 228, 234], light) : '#fbfcff'],
      [1, light.day > 0.5 ? applyLight([126, 138, 148], light) : '#dfe6f2'],
    ]),
    '<radialGradient id="ground"><stop offset=".35" stop-color="#000" stop-opacity=".72"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>',
  ].join('');
}

const drawMirroredPair = (draw: (side: number) => string): string => draw(-1) + draw(1);

function drawTyres(light: Light, half: number): string {
  return drawMirroredPair(
    (side) =>
      `<rect x="${side * half * 0.8 - 52}" y="-130" width="104" height="134" rx="16" fill="${applyLight([22, 23, 25], light)}"/>`,
  );
}

/** A tractor unit with its load behind it: the edge of the load shows above and beside the cab. */
function drawCab(paint: Rgb, light: Light, isSmall: boolean, isTank: boolean): Drawing {
  const top = isSmall ? -640 : -800;
  const dark = applyLight([18, 20, 22], light);
  const seam = applyLight(blendTowards(paint, -0.5), light);
  const glassTop = isSmall ? -540 : -610;
  const glassLow = isSmall ? -340 : -390;
  const load = isTank
    ? `<ellipse cx="0" cy="${top + 190}" rx="318" ry="290" fill="url(#tank)"/>`
    : `<rect x="-318" y="${top - 70}" width="636" height="${-top - 60}" rx="8" fill="url(#load)"/><path d="M-318 ${top - 58}H318" stroke="${applyLight([110, 114, 118], light)}" stroke-width="8"/>`;
  const shell = `<path d="M-290 -70V${top + 130}Q-288 ${top + 20} -240 ${top + 12}Q0 ${top - 14} 240 ${top + 12}Q288 ${top + 20} 290 ${top + 130}V-70Z" fill="url(#body)"/><path d="M-290 -70V${top + 130}Q-288 ${top + 20} -240 ${top + 12}Q0 ${top - 14} 240 ${top + 12}Q288 ${top + 20} 290 ${top + 130}V-70Z" fill="url(#round)"/>`;
  const pane = `<path d="M-266 ${glassLow}L-258 ${glassTop + 18}Q-254 ${glassTop} -236 ${glassTop}H236Q254 ${glassTop} 258 ${glassTop + 18}L266 ${glassLow}Z" fill="url(#glass)" stroke="${dark}" stroke-width="9"/><path d="M-180 ${glassTop + 6}H-60L-130 ${glassLow - 6}H-236Z" fill="#fff" opacity="${0.03 + 0.1 * light.day}"/><path d="M-190 ${glassLow - 4}L-30 ${glassLow - 20}M20 ${glassLow - 4}L180 ${glassLow - 22}" stroke="#0b0c0e" stroke-width="7"/>`;
  const visor = `<path d="M-268 ${glassTop - 8}Q0 ${glassTop - 30} 268 ${glassTop - 8}L262 ${glassTop + 26}Q0 ${glassTop + 8} -262 ${glassTop + 26}Z" fill="${applyLight(blendTowards(paint, -0.55), light)}"/>`;
  const grille = `<rect x="-212" y="${glassLow + 46}" width="424" height="${-glassLow - 240}" rx="14" fill="${dark}"/>${Array.from({ length: 4 }, (_, i) => `<path d="M-196 ${glassLow + 72 + i * ((-glassLow - 280) / 4)}H196" stroke="${applyLight([78, 82, 86], light)}" stroke-width="6"/>`).join('')}<circle cy="${glassLow + 28}" r="20" fill="${applyLight([170, 176, 180], light)}"/>`;
  const bumper = `<path d="M-296 -196H296V-66Q0 -44 -296 -66Z" fill="${applyLight(blendTowards(paint, -0.35), light)}"/><path d="M-296 -196H296" stroke="${seam}" stroke-width="4"/><rect x="-120" y="-104" width="240" height="34" rx="8" fill="${dark}"/>`;
  const lamps = drawMirroredPair(
    (side) =>
      `<rect x="${side * 222 - 58}" y="-182" width="116" height="52" rx="12" fill="url(#lamp)" stroke="${dark}" stroke-width="6"/>`,
  );
  const mirrors = drawMirroredPair(
    (side) =>
      `<rect x="${side * 338 - 26}" y="${glassTop + 6}" width="52" height="170" rx="12" fill="${dark}"/><path d="M${side * 286} ${glassTop + 30}H${side * 320}" stroke="${dark}" stroke-width="12"/>`,
  );
  return {
    svg:
      drawShadow(320, light) + drawTyres(light, 300) + load + shell + visor + pane + grille + bumper + lamps + mirrors,
    width: 640,
    height: -top + (isTank ? 110 : 80),
    plate: { x: 0, y: -148, width: 142 },
    lamps: [-1, 1].map((side) => ({ x: side * 222, y: -156, r: 140, isRed: false })),
    panel: { x: -150, y: glassLow + 60 + (-glassLow - 240) / 2, width: 108 },
  };
}

/** Doors of a box body or the round end of a tank, with lamps and plate below. */
function drawLoadFromBehind(light: Light, isTank: boolean): Drawing {
  const dark = applyLight([20, 22, 24], light);
  const frame = applyLight([96, 100, 104], light);
  const doors = isTank
    ? `<ellipse cx="0" cy="-520" rx="306" ry="270" fill="url(#tank)"/><ellipse cx="0" cy="-520" rx="306" ry="270" fill="url(#round)"/><ellipse cx="0" cy="-520" rx="290" ry="254" fill="none" stroke="${frame}" stroke-width="5"/><path d="M150 -750V-250M190 -730V-250M150 -650H190M150 -570H190M150 -490H190M150 -410H190M150 -330H190" stroke="${applyLight([60, 64, 68], light)}" stroke-width="7" fill="none"/>`
    : `<rect x="-310" y="-860" width="620" height="660" rx="6" fill="url(#load)"/><rect x="-310" y="-860" width="620" height="660" rx="6" fill="url(#round)"/><path d="M0 -856V-204" stroke="${frame}" stroke-width="7"/><path d="M-190 -850V-210M-60 -850V-210M60 -850V-210M190 -850V-210" stroke="${applyLight([130, 135, 138], light)}" stroke-width="7"/>`;
  const lamps = drawMirroredPair(
    (side) =>
      `<rect x="${side * 236 - 62}" y="-168" width="124" height="44" rx="6" fill="${light.day > 0.5 ? '#8d1719' : '#b8332e'}" stroke="${dark}" stroke-width="5"/><rect x="${side * 236 - 20}" y="-168" width="40" height="44" fill="#b86a1a"/>`,
  );
  const stripes = `<path d="M-310 -206H310" stroke="${applyLight([176, 30, 30], light)}" stroke-width="14" stroke-dasharray="52 52"/>`;
  return {
    svg: `${drawShadow(320, light)}${drawTyres(light, 300)}<rect x="-300" y="-200" width="600" height="90" fill="${dark}"/>${doors}${isTank ? '' : stripes}<rect x="-306" y="-190" width="612" height="84" rx="6" fill="${applyLight([44, 47, 50], light)}"/>${lamps}<rect x="-230" y="-84" width="460" height="26" fill="${frame}"/>`,
    width: 640,
    height: 880,
    plate: { x: 0, y: -146, width: 150 },
    lamps: [-1, 1].map((side) => ({ x: side * 236, y: -146, r: 54, isRed: true })),
    panel: { x: -140, y: isTank ? -420 : -300, width: 108 },
  };
}

function drawCoach(paint: Rgb, light: Light, isFront: boolean): Drawing {
  const dark = applyLight([18, 20, 22], light);
  const shellPath = 'M-300 -70V-700Q-298 -812 -226 -824Q0 -844 226 -824Q298 -812 300 -700V-70Z';
  const low = isFront ? -340 : -470;
  const pane = `<path d="M-278 ${low}L-272 -742Q-268 -772 -236 -776H236Q268 -772 272 -742L278 ${low}Q0 ${low + 22} -278 ${low}Z" fill="url(#glass)" stroke="${dark}" stroke-width="8"/>`;
  const sheen = `<path d="M-190 -770H-40L-150 ${low - 6}H-262Z" fill="#fff" opacity="${0.03 + 0.1 * light.day}"/>`;
  const sign = isFront
    ? `<rect x="-170" y="-812" width="340" height="46" rx="8" fill="#0b0c0d"/><path d="M-140 -789H140" stroke="${light.day > 0.5 ? '#d9a52a' : '#ffc94a'}" stroke-width="16" stroke-dasharray="24 9 40 7 16 8"/>`
    : '';
  const wipers = isFront
    ? `<path d="M-40 ${low + 2}L-60 -560M70 ${low + 2}L50 -560" stroke="#0b0c0e" stroke-width="7"/>`
    : '';
  const mirrors = isFront
    ? drawMirroredPair(
        (side) =>
          `<path d="M${side * 280} -780Q${side * 350} -790 ${side * 346} -700" stroke="${dark}" stroke-width="14" fill="none"/><rect x="${side * 344 - 26}" y="-720" width="52" height="128" rx="14" fill="${dark}"/>`,
      )
    : '';
  const face = isFront
    ? `<path d="M-296 -214Q0 -196 296 -214V-74Q0 -50 -296 -74Z" fill="${applyLight(blendTowards(paint, -0.4), light)}"/>${drawMirroredPair((side) => `<path d="M${side * 150} -250Q${side * 270} -286 ${side * 288} -262L${side * 286} -206Q${side * 200} -196 ${side * 156} -212Z" fill="url(#lamp)" stroke="${dark}" stroke-width="6"/>`)}<circle cy="-272" r="24" fill="${applyLight([180, 186, 190], light)}"/>`
    : `<rect x="-210" y="-400" width="420" height="170" rx="10" fill="${dark}" opacity=".7"/>${drawMirroredPair((side) => `<rect x="${side * 262 - 26}" y="-420" width="52" height="170" rx="12" fill="${light.day > 0.5 ? '#8d1719' : '#b8332e'}" stroke="${dark}" stroke-width="5"/>`)}<path d="M-296 -196H296V-74Q0 -54 -296 -74Z" fill="${applyLight(blendTowards(paint, -0.45), light)}"/>`;
  return {
    svg: `${drawShadow(316, light)}${drawTyres(light, 300)}<path d="${shellPath}" fill="url(#body)"/><path d="${shellPath}" fill="url(#round)"/>${pane}${sheen}${wipers}${sign}${face}${mirrors}`,
    width: 640,
    height: 840,
    plate: { x: 0, y: -128, width: 142 },
    lamps: [-1, 1].map((side) => ({
      x: side * (isFront ? 222 : 262),
      y: isFront ? -236 : -336,
      r: isFront ? 140 : 54,
      isRed: !isFront,
    })),
    panel: null,
  };
}
