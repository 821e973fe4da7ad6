import { ADR_CLASSES, COLOURS, INFRINGEMENTS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { MAX_FILTER_GATES } from '@varco/contract/wire.ts';
import { z } from 'zod';
import { DEFAULT_FILTER, type SearchFilter } from '../search/search-filter.ts';

const instant = z.iso.datetime({ offset: true });
const speed = z.int().min(0).max(400).nullable();
const provinces = z.array(z.int()).max(120);

const BRAND = z.object({
  marca: z.string().max(60),
  modello: z.string().max(60),
  label: z.string().max(130),
  jolly: z.boolean(),
  segment: z.string().max(20),
  ids: z.array(z.object({ peerId: z.int(), ids: z.array(z.int()).max(200) })).max(200),
});

/** Parsers for the fields of a stored filter or one passed by another screen. Invalid values fall back to the default. */
const FIELD_PARSERS = {
  plate: z.string().max(400),
  period: z.union([
    z.object({ kind: z.enum(['today', 'yesterday', 'week', 'month', 'all']) }),
    z.object({ kind: z.literal('range'), start: instant, end: instant }),
  ]),
  peerIds: z.array(z.int()).nullable(),
  infringements: z.array(z.enum(INFRINGEMENTS)),
  gates: z.array(z.object({ peerId: z.int(), gateId: z.int() })).max(MAX_FILTER_GATES),
  vehicleTypes: z.array(z.enum(VEHICLE_CLASSES)),
  brands: z.array(BRAND).max(50),
  colours: z.array(z.enum(COLOURS)),
  nations: z.array(z.string().max(3)).max(60),
  national: z.enum(['any', 'national', 'foreign']),
  provincesIn: provinces,
  provincesOut: provinces,
  citizen: z.enum(['all', 'local', 'foreign']),
  direction: z.literal([1, 2]).nullable(),
  framing: z.literal([3, 4]).nullable(),
  lane: z.int().min(0).max(20).nullable(),
  speedMin: speed,
  speedMax: speed,
  recurrence: z.object({ operator: z.enum(['lt', 'eq', 'gt']), count: z.int().min(0).max(99) }),
  isDistinct: z.boolean(),
  noUnknown: z.boolean(),
  unread: z.enum(['none', 'with', 'only']),
  misreads: z.boolean(),
  variations: z.literal([0, 1, 2, 3]),
  isAdr: z.boolean(),
  kemler: z.string().max(3),
  un: z.string().max(4),
  hazardClasses: z.array(z.enum(ADR_CLASSES)),
  hasTaxCodes: z.boolean(),
} satisfies { [F in keyof SearchFilter]: z.ZodType<SearchFilter[F]> };

const isFilterField = (name: string): name is keyof SearchFilter => Object.hasOwn(FIELD_PARSERS, name);

/** The default filter with the fields stored in a tab. */
export function parseStoredFilter(record: Readonly<Record<string, unknown>> | undefined): SearchFilter {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record ?? {})) {
    const field = isFilterField(name) ? FIELD_PARSERS[name].safeParse(value) : undefined;
    if (field?.success === true) known[name] = field.data;
  }
  return { ...DEFAULT_FILTER, ...known };
}

/**
 * The fields that differ from the default filter, as stored in a tab. The plate is always included, so that a new list
 * can clear it (TAB-06). A live period is not stored.
 */
export function extractChangedFields(input: SearchFilter): Readonly<Record<string, unknown>> {
  const filter = input.period.kind === 'live' ? { ...input, period: DEFAULT_FILTER.period } : input;
  const changed = Object.entries(filter).filter(
    ([name, value]) => isFilterField(name) && JSON.stringify(value) !== JSON.stringify(DEFAULT_FILTER[name]),
  );
  return { ...Object.fromEntries(changed), plate: filter.plate };
}
