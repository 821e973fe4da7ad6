import { computeEventRarity, type EventHabit, MAX_EVENTS, MIN_EVENTS } from '@varco/domain/analysis/related-events.ts';
import { createPlate, type Random } from './random.ts';

const PLATES = 100;

function createHabit(random: Random): EventHabit | null {
  if (random.chance(0.1)) return null;
  const comparedDays = random.whole(0, 56);
  return {
    comparedDays,
    days: random.chance(0.5) ? 0 : random.whole(0, comparedDays),
    reads: random.chance(0.5) ? 0 : random.whole(0, 60),
    gateShare: random.real(0, 1) ** 3,
    length: random.whole(1, 3),
  };
}

/** An answer of a plant to random events, scored by the product. */
export function createRelatedAnswer(random: Random) {
  const events = Array.from({ length: random.whole(MIN_EVENTS, MAX_EVENTS) }, () => random.whole(1, 20_000));
  const allReads = random.pick([20_000, 1_284_551, 30_000_000]);
  const objects = Array.from({ length: PLATES }, (_, index) => {
    const own = events.flatMap((reads, event) => (random.chance(0.6) ? [{ reads, event }] : []));
    const matched = own.length === 0 ? [{ reads: events[0] ?? 0, event: 0 }] : own;
    const letture = matched.length + Math.floor(random.real(0, 1) ** 4 * 3_000);
    const eventi = matched.map(({ reads, event }) => {
      const habit = createHabit(random);
      return {
        evento: event,
        rarita: computeEventRarity({ reads, allReads }, letture, matched.length, habit),
        abitudine:
          habit === null
            ? null
            : {
                altri_giorni: habit.comparedDays,
                giorni: habit.days,
                letture: habit.reads,
                quota_varchi: habit.gateShare,
                durata_giorni: habit.length,
              },
      };
    });
    return { targa: createPlate(index), eventi, letture, rarita: eventi.reduce((sum, { rarita }) => sum + rarita, 0) };
  });
  return { answer: { letti_totale: allReads, eventi: events.map((letti) => ({ letti })), objects } };
}
