import type { ReadOdds } from '@varco/contract/plant/alerts.ts';
import type { OddsTerm } from '@varco/domain/alerts/misread-odds.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatVehicle } from './format-alert.ts';

/** Reasons in a sentence; more would not be read before somebody is sent. */
const MAX_REASONS = 3;

/** Whole percent, never 0 or 100: the odds are an estimate. */
export const toPercent = (probability: number): number => Math.min(99, Math.max(1, Math.round(probability * 100)));

type Reason = ReadOdds['voci'][number];

/** The strongest reasons against the read as parts of a sentence, strongest first. */
export function listReasonsAgainst(odds: ReadOdds, t: Translate): readonly string[] {
  const against = odds.voci.filter(({ esito }) => esito === 'against').toSorted((a, b) => a.log_odds - b.log_odds);
  // Brand, model, colour and class are one reason: the vehicle.
  return [...new Set(against.map((reason) => formatReason(odds, reason, t)))].slice(0, MAX_REASONS);
}

const VEHICLE_TERMS: ReadonlySet<OddsTerm> = new Set(['brand', 'model', 'colour', 'class']);

function formatReason(odds: ReadOdds, { voce: term }: Reason, t: Translate): string {
  const { vicina: near, coppia: pair, letto: seen, atteso: expected } = odds;
  if (VEHICLE_TERMS.has(term) && expected !== null)
    return t(`alerts:odds.vehicle.${expected.da}`, {
      seen: formatVehicle(seen, t),
      expected: formatVehicle(expected, t),
    });
  if (term === 'character' && near === null) return t('alerts:odds.against.characterAlone');
  return t(`alerts:odds.against.${term}`, {
    pair,
    plate: near?.targa ?? '',
    count: near === null ? 0 : term === 'corrections' ? near.correzioni : near.impianto,
  });
}
