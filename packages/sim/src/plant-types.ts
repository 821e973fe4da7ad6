import type { Point } from './geo.ts';

/** Deliberate fault of a demo plant, so that every state of the portal can be seen. */
export type PlantFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'slow'; readonly answerMs: readonly [number, number] }
  | { readonly kind: 'offline' }
  | { readonly kind: 'limited'; readonly gateOrders: readonly number[]; readonly rangeHours: number }
  | { readonly kind: 'no-permission' }
  | { readonly kind: 'flaky'; readonly failShare: number };

export type PlantCode = 'CES' | 'FOR' | 'RAV' | 'UNR' | 'FAE' | 'RIM' | 'CER' | 'SAN';

/** Gate direction: 0 unknown, 1 entering town, 2 leaving, 3 approaching the camera, 4 moving away (T 7.1). */
export type GateDirection = 0 | 1 | 2 | 3 | 4;

export interface SimGate {
  /** Number on the plant, from 1. */
  readonly order: number;
  readonly name: string;
  /** Position stored in the plant; 0,0 when nobody entered one. */
  readonly lat: number;
  readonly lon: number;
  /** True position of the camera; journeys are computed between these. */
  readonly site: Point;
  readonly direction: GateDirection;
  readonly cameraModel: string;
  readonly lanes: 1 | 2;
  readonly limitKmh: number;
}

export interface SimPlant {
  /** Position in the list, from 0; also its offset to the port base, minus one. */
  readonly index: number;
  readonly code: PlantCode;
  readonly label: string;
  readonly municipality: string;
  readonly province: string;
  readonly centre: Point;
  /** Inhabitants in thousands: weight of local traffic. */
  readonly people: number;
  readonly fault: PlantFault;
  readonly gates: readonly SimGate[];
}
