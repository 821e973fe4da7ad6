import type { SimColour } from './vehicle-models.ts';

/** Paint colours of the vehicles as red, green, blue. */
export const PAINT: Readonly<Record<SimColour, readonly [number, number, number]>> = {
  white: [226, 228, 228],
  grey: [128, 133, 138],
  black: [38, 40, 44],
  blue: [38, 72, 134],
  red: [158, 30, 32],
  brown: [98, 70, 50],
  green: [48, 92, 62],
  yellow: [224, 178, 36],
  purple: [92, 50, 108],
};

export type Rgb = readonly [number, number, number];

/** Lighting of the scene: 1 full daylight, 0 night, where the camera records almost no colour. */
export interface Light {
  readonly day: number;
}

/** A colour under the given light, as an SVG colour. */
export function applyLight(colour: Rgb, light: Light, gain = 1): string {
  const grey = colour[0] * 0.3 + colour[1] * 0.59 + colour[2] * 0.11;
  const dim = (0.36 + 0.64 * light.day) * gain;
  const keep = 0.22 + 0.78 * light.day;
  const channel = (c: number, tint: number): number =>
    Math.max(0, Math.min(255, Math.round((grey + (c - grey) * keep) * dim + tint * (1 - light.day))));
  return `rgb(${channel(colour[0], 0)},${channel(colour[1], 2)},${channel(colour[2], 7)})`;
}

/** Blends towards white (positive) or black (negative); the share is 0 to 1. */
export function blendTowards(colour: Rgb, share: number): Rgb {
  const goal = share > 0 ? 255 : 0;
  const k = Math.abs(share);
  return [colour[0] + (goal - colour[0]) * k, colour[1] + (goal - colour[1]) * k, colour[2] + (goal - colour[2]) * k];
}

/** Vertical SVG gradient; stops are [offset, colour]. */
export function buildGradient(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  direction = 'x2="0" y2="1"',
): string {
  const rows = stops.map(
    ([offset, colour, alpha]) =>
      `<stop offset="${offset}" stop-color="${colour}"${alpha === undefined ? '' : ` stop-opacity="${alpha}"`}/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" ${direction}>${rows.join('')}</linearGradient>`;
}

export function buildGlow(id: string, colour: string, core = 0.9): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="#fff" stop-opacity="${core}"/><stop offset=".22" stop-color="${colour}" stop-opacity="${core * 0.6}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

/** Escapes text for SVG. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
