import type { ChangeResponse } from '../web/fleet.ts';

/**
 * Number of gates and passages that each of a hundred addresses returns: together 2 000 gates, and 5 000 passages of
 * one plate.
 */
export const GATES_PER_ADDRESS = 20;
export const PASSAGES_PER_ADDRESS = 50;

/** Area of the gates in degrees: a part of the Po plain. */
const AREA = { south: 43.7, north: 45.4, west: 10.4, east: 12.6 } as const;
const MINUTE_MS = 60_000;

type Answer = Readonly<Record<string, unknown>>;
interface Page {
  readonly objects: readonly Answer[];
  readonly pagination: Answer;
}

/**
 * Position for a number, spread evenly and identical in every run (fractional parts of multiples of two irrational
 * numbers).
 */
function computePosition(number: number): { gps_lat: number; gps_lon: number } {
  const { south, north, west, east } = AREA;
  return {
    gps_lat: south + ((number * 0.754_877_666) % 1) * (north - south),
    gps_lon: west + ((number * 0.569_840_291) % 1) * (east - west),
  };
}

const isPageResponse = (page: Partial<Page>): page is Page =>
  page.objects !== undefined && page.pagination !== undefined;

const computeGateNumber = (address: number, gate: number): number => address * GATES_PER_ADDRESS + gate;

function generateGates(page: Page, address: number): Page {
  const objects = Array.from({ length: GATES_PER_ADDRESS }, (_, at) => ({
    ...page.objects[at % page.objects.length],
    id: at + 1,
    fullname: `V${String(at + 1).padStart(2, '0')} Sito ${address + 1}`,
    stato: at % 7 === 0 ? 'error' : 'online',
    ...computePosition(computeGateNumber(address, at)),
  }));
  return { ...page, objects, pagination: { ...page.pagination, count: GATES_PER_ADDRESS } };
}

/** Passages of the requested plate, ninety minutes apart within one address. */
function generatePassages(page: Page, template: Answer, address: number, plate: string, lastMs: number): Page {
  const objects = Array.from({ length: PASSAGES_PER_ADDRESS }, (_, at) => {
    const gate = (at * 7 + address) % GATES_PER_ADDRESS;
    return {
      ...template,
      id: String(address * 1000 + at + 1),
      targa: plate,
      varco_id: gate + 1,
      varco: `V${String(gate + 1).padStart(2, '0')} Sito ${address + 1}`,
      data: new Date(lastMs - (at * 90 + address) * MINUTE_MS).toISOString(),
      ...computePosition(computeGateNumber(address, gate)),
    };
  });
  return {
    ...page,
    objects,
    pagination: { ...page.pagination, count: PASSAGES_PER_ADDRESS, num_pages: 1, has_next: false },
  };
}

/** Enlarges the fleet's responses about gates and about a track; all other responses pass unchanged. */
export function growResponses(): ChangeResponse {
  let template: Answer | undefined;
  return (address, url, requested, body) => {
    const isGates = url.startsWith('/api/varchi');
    const isSearch = url.endsWith('/lpr/search');
    if (!isGates && !isSearch) return body;
    const page = JSON.parse(body.toString()) as Partial<Page>;
    if (!isPageResponse(page)) return body;
    const { objects } = page;
    if (isGates) return Buffer.from(JSON.stringify(generateGates(page, address)));
    template ??= objects[0];
    const { f_targa: plate, page_size: size } = JSON.parse(requested) as { f_targa?: string; page_size?: number };
    if (size !== 999 || template === undefined || plate === undefined) return body;
    const lastMs = Date.parse(String(template['data']));
    return Buffer.from(JSON.stringify(generatePassages(page, template, address, plate, lastMs)));
  };
}
