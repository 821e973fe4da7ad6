import type { MapColours } from './map-colours.ts';
import type { MapImage } from './overlay.ts';

/** Symbol of a gate: distinct in shape and colour, so that it is readable without colour. */
export type GateSymbolKind = 'online' | 'sleep' | 'noplate' | 'error' | 'disabled';

const SIZE = 22;
const CENTRE = SIZE / 2;
type Pen = CanvasRenderingContext2D;

function tracePath(pen: Pen, points: readonly (readonly [number, number])[], isClosed = true): void {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  if (isClosed) pen.closePath();
}

function traceCircle(pen: Pen, radius: number): void {
  pen.beginPath();
  pen.arc(CENTRE, CENTRE, radius, 0, 2 * Math.PI);
}

function traceOctagon(pen: Pen, radius: number): void {
  tracePath(
    pen,
    Array.from({ length: 8 }, (_, index) => {
      const angle = Math.PI / 8 + (index * Math.PI) / 4;
      return [CENTRE + radius * Math.cos(angle), CENTRE + radius * Math.sin(angle)] as const;
    }),
  );
}

/** Fills the traced shape, with an edge that separates it from any background. */
function fillShape(pen: Pen, fill: string, edge: string): void {
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = edge;
  pen.stroke();
  pen.fillStyle = fill;
  pen.fill();
}

function strokeLine(pen: Pen, colour: string, width: number, points: readonly (readonly [number, number])[]): void {
  tracePath(pen, points, false);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = width;
  pen.strokeStyle = colour;
  pen.stroke();
}

const DRAW_BY_KIND: Readonly<Record<GateSymbolKind, (pen: Pen, colours: MapColours) => void>> = {
  online: (pen, colours) => {
    traceCircle(pen, 7.5);
    fillShape(pen, colours.ok, colours.surface);
    strokeLine(pen, colours.onOk, 1.8, [
      [7.8, 11.2],
      [10.2, 13.6],
      [14.4, 8.8],
    ]);
  },
  sleep: (pen, colours) => {
    traceCircle(pen, 7.5);
    fillShape(pen, colours.surface, colours.surface);
    traceCircle(pen, 6.8);
    pen.lineWidth = 1.8;
    pen.strokeStyle = colours.info;
    pen.stroke();
    strokeLine(pen, colours.info, 1.6, [
      [8.8, 8.4],
      [13.2, 8.4],
      [8.8, 13.6],
      [13.2, 13.6],
    ]);
  },
  noplate: (pen, colours) => {
    tracePath(pen, [
      [11, 2.8],
      [19.4, 18],
      [2.6, 18],
    ]);
    fillShape(pen, colours.warning, colours.surface);
    strokeLine(pen, colours.onWarning, 1.8, [
      [11, 8.4],
      [11, 12.4],
    ]);
    strokeLine(pen, colours.onWarning, 2, [
      [11, 15.4],
      [11, 15.5],
    ]);
  },
  error: (pen, colours) => {
    traceOctagon(pen, 8.6);
    fillShape(pen, colours.alarm, colours.surface);
    strokeLine(pen, colours.onAlarm, 1.8, [
      [8.2, 8.2],
      [13.8, 13.8],
    ]);
    strokeLine(pen, colours.onAlarm, 1.8, [
      [13.8, 8.2],
      [8.2, 13.8],
    ]);
  },
  disabled: (pen, colours) => {
    traceCircle(pen, 7.5);
    fillShape(pen, colours.surface, colours.surface);
    traceCircle(pen, 6.8);
    pen.lineWidth = 1.8;
    pen.strokeStyle = colours.neutral;
    pen.stroke();
    strokeLine(pen, colours.neutral, 1.8, [
      [8, 11],
      [14, 11],
    ]);
  },
};

const AIR_QUALITY_IMAGE: MapImage = {
  id: 'gate-air',
  size: 12,
  draw: (pen, colours) => {
    tracePath(pen, [
      [1.5, 1.5],
      [10.5, 1.5],
      [10.5, 10.5],
      [1.5, 10.5],
    ]);
    fillShape(pen, colours.private, colours.surface);
    strokeLine(pen, colours.surface, 1.2, [
      [3.5, 5],
      [8.5, 5],
    ]);
    strokeLine(pen, colours.surface, 1.2, [
      [3.5, 7.5],
      [7, 7.5],
    ]);
  },
};

/** Images of gates, named `gate-online` etc., and the air quality badge. */
export const GATE_IMAGES: readonly MapImage[] = [
  ...(['online', 'sleep', 'noplate', 'error', 'disabled'] as const).map((kind) => ({
    id: `gate-${kind}`,
    size: SIZE,
    draw: DRAW_BY_KIND[kind],
  })),
  AIR_QUALITY_IMAGE,
];

/** Arrow heads that point up, in the route colours and the ink colour. */
export const ARROW_IMAGES: readonly MapImage[] = (
  ['route1', 'route2', 'route3', 'route4', 'route5', 'ink'] as const
).map((colour) => ({
  id: `arrow-${colour}`,
  size: 14,
  draw: (pen, colours) => {
    tracePath(pen, [
      [12, 7],
      [3, 2.5],
      [5.5, 7],
      [3, 11.5],
    ]);
    pen.lineJoin = 'round';
    pen.lineWidth = 2;
    pen.strokeStyle = colours.land;
    pen.stroke();
    pen.fillStyle = colours[colour];
    pen.fill();
  },
}));
