import { computeDaylight, formatLocalCaption } from './calendar.ts';
import { deriveHome } from './homes.ts';
import { hashText, mixHash, hashToUnit } from './random.ts';
import type { Passage } from './reads.ts';
import type { SimPlant } from './plant-types.ts';
import { drawBike } from './scene-bike.ts';
import { drawCar, type DrawnVehicle } from './scene-car.ts';
import { drawHeavy } from './scene-heavy.ts';
import { escapeXml, buildGlow, PAINT, type Light } from './scene-paint.ts';
import { drawAdrPanelSvg, getPlateRatio, drawPlateSvg, type PlateFace } from './scene-plate.ts';
import { FRAME } from './scene-road.ts';

/** Everything the pictures of one passage show; built once and used by all three pictures. */
export interface Scene {
  readonly light: Light;
  /** Random seed of the location, the same for all passages of a gate. */
  readonly locationSeed: number;
  readonly isFastRoad: boolean;
  readonly face: PlateFace;
  readonly caption: readonly [left: string, right: string];
  readonly passage: Passage;
  readonly taste: number;
}

export function buildScene(plant: SimPlant, passage: Passage, seed: number): Scene {
  const { gate, vehicle, read } = passage;
  const timeMs = Date.parse(read.data);
  const day = computeDaylight(timeMs);
  const isBike = vehicle.kind === 'motorbike' || vehicle.kind === 'moped';
  // Only three light levels are used, so that each empty road is drawn at most three times.
  const light = { day: day > 0.75 ? 1 : day > 0.25 ? 0.5 : 0 };
  const shutter = light.day === 1 ? '1/2000' : light.day > 0 ? '1/1600' : '1/1200';
  return {
    light,
    locationSeed: mixHash(seed, plant.index, gate.order),
    isFastRoad: gate.limitKmh >= 90,
    face: { text: vehicle.plate, nation: vehicle.nation, province: deriveHome(vehicle.plate, seed).province, isBike },
    caption: [
      `${formatLocalCaption(timeMs)} ${plant.municipality} ${gate.name}`.toUpperCase().normalize('NFC'),
      `COL ${shutter}`,
    ],
    passage,
    taste: hashText(seed, vehicle.plate),
  };
}

/** The vehicle from the front or from behind; motorbikes have a plate only at the rear. */
function drawVehicle(scene: Scene, isFront: boolean): DrawnVehicle {
  const { vehicle } = scene.passage;
  const paint = PAINT[vehicle.colour];
  const isTank = vehicle.adr !== null && Number(vehicle.adr.adrClass) < 9 && vehicle.adr.kemler !== '606';
  switch (vehicle.body) {
    case 'bike':
    case 'scooter':
      return drawBike(vehicle.body === 'scooter', paint, scene.light, scene.taste);
    case 'box':
    case 'lorry':
    case 'coach':
    case 'trailer':
      return drawHeavy(vehicle.body, paint, scene.light, isFront, isTank);
    default:
      return drawCar(vehicle.body, paint, scene.light, isFront, scene.taste);
  }
}

export interface Layer {
  readonly svg: string;
  readonly left: number;
  readonly top: number;
}

interface RoadPosition {
  /** Pixels per vehicle unit (a car is 600 units wide) at this position of the road in the full frame. */
  readonly scale: number;
  readonly x: number;
  readonly ground: number;
  readonly isFront: boolean;
}

const isSeenFromFront = (scene: Scene): boolean => scene.passage.gate.direction !== 4;

/** Vehicle, plate, panel and lamps of the main picture. */
export function drawMainLayer(scene: Scene): Layer {
  const vehicle = drawVehicle(scene, isSeenFromFront(scene));
  const requested =
    scene.passage.vehicle.body === 'bike' || scene.passage.vehicle.body === 'scooter'
      ? 0.72
      : vehicle.width > 620
        ? 0.82
        : 0.93;
  const sway = (hashToUnit(mixHash(scene.taste, Date.parse(scene.passage.read.data) | 0)) - 0.5) * 130;
  return computeRoadPosition(scene, vehicle, {
    scale: Math.min(requested, 690 / vehicle.height),
    x: 640 + sway,
    ground: 684,
    isFront: isSeenFromFront(scene),
  });
}

/** The same vehicle from the opposite side, further away; for a frame of 960 x 540. */
export function drawContextLayer(scene: Scene): Layer {
  const isFront = !isSeenFromFront(scene);
  return computeRoadPosition(scene, drawVehicle(scene, isFront), { scale: 0.3, x: 555, ground: 447, isFront });
}

function computeRoadPosition(scene: Scene, vehicle: DrawnVehicle, at: RoadPosition): Layer {
  const { scale } = at;
  const night = scene.light.day < 0.75;
  const brightness = scene.light.day === 1 ? 0.96 : 1;
  const { plate, panel } = vehicle;
  const { adr, body } = scene.passage.vehicle;
  const plateHeight = plate.width / getPlateRatio(scene.face);
  const hasPlate = at.isFront || body !== 'coach' || plate.width > 0;
  const parts = [
    vehicle.svg,
    hasPlate
      ? `<g transform="translate(${plate.x - plate.width / 2} ${plate.y - plateHeight / 2})">${drawPlateSvg(scene.face, plate.width, brightness)}</g>`
      : '',
    panel !== null && adr !== null
      ? `<g transform="translate(${panel.x - panel.width / 2} ${panel.y - panel.width * 0.375})">${drawAdrPanelSvg(adr.kemler, adr.un, panel.width, 0.62 + 0.38 * scene.light.day)}</g>`
      : '',
    night && at.isFront
      ? `<ellipse cx="0" cy="24" rx="${vehicle.width * 0.6}" ry="46" fill="url(#glow)" opacity=".28"/>`
      : '',
    night
      ? vehicle.lamps
          .map((l) => `<circle cx="${l.x}" cy="${l.y}" r="${l.r}" fill="url(#${l.isRed ? 'glowred' : 'glow'})"/>`)
          .join('')
      : '',
  ];
  const margin = 190;
  const box = {
    left: -vehicle.width / 2 - margin,
    top: -vehicle.height - 30,
    width: vehicle.width + 2 * margin,
    height: vehicle.height + 100,
  };
  const left = Math.max(0, Math.floor(at.x + box.left * scale));
  const top = Math.max(0, Math.floor(at.ground + box.top * scale));
  const width = Math.min(FRAME.width - left, Math.ceil(box.width * scale));
  const height = Math.min(FRAME.height - top, Math.ceil(box.height * scale));
  const defs = `${vehicle.defs}${buildGlow('glow', '#eef3ff')}${buildGlow('glowred', '#ff4030', 0.5)}`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${defs}</defs><g transform="translate(${at.x - left} ${at.ground - top}) scale(${scale})">${parts.join('')}</g></svg>`,
    left,
    top,
  };
}

/** Black caption bar at the top with time, location, gate and camera settings. */
export function drawCaptionLayer(scene: Scene, frameWidth: number): Layer {
  const k = frameWidth / FRAME.width;
  const text = (value: string, x: number, anchor: string): string =>
    `<text x="${x}" y="25" text-anchor="${anchor}" font-family="DejaVu Sans Mono" font-size="19" fill="#eef0f0">${escapeXml(value)}</text>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 36" width="${frameWidth}" height="${Math.round(36 * k)}"><rect width="1280" height="36" fill="#05070a" fill-opacity=".86"/>${text(scene.caption[0], 16, 'start')}${text(scene.caption[1], 1264, 'end')}</svg>`,
    left: 0,
    top: 0,
  };
}

/** The plate alone, slightly rotated, on the dark background of the bumper. */
export function drawCropSvg(scene: Scene, width: number, height: number): string {
  const ratio = getPlateRatio(scene.face);
  const plateWidth = Math.min(width * 0.86, height * 0.8 * ratio);
  const tilt = (hashToUnit(mixHash(scene.taste, 3)) - 0.5) * 5;
  const dark = scene.light.day === 1 ? '#26292b' : '#121416';
  const inner = drawPlateSvg(scene.face, plateWidth, scene.light.day === 1 ? 0.94 : 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${dark}"/><path d="M0 ${height * 0.12}H${width}M0 ${height * 0.9}H${width}" stroke="#000" stroke-width="${height * 0.07}" opacity=".5"/><g transform="translate(${width / 2} ${height / 2}) rotate(${tilt}) skewX(${-tilt * 1.2}) translate(${-plateWidth / 2} ${-plateWidth / ratio / 2})">${inner}</g></svg>`;
}
