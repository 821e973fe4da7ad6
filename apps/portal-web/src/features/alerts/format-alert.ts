import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { formatColour } from '../../widgets/vehicle/format-colour.ts';

/** One-line reason of an alert: text of the list entry, or data of the vehicle registry. */
export function formatAlertReason({ voce, registro, letto }: LiveAlert, t: Translate): string {
  if (voce !== null) return [voce.note1, voce.stato, voce.note2].find((text) => text !== '') ?? voce.voce;
  const vehicle = joinVehicle(letto, t);
  const stolen = registro?.rubata_dal ?? null;
  const since = stolen === null ? '' : t('alerts:card.stolenSince', { day: formatDate(stolen) });
  return [vehicle, since].filter((word) => word !== '').join(', ');
}

/** Make, model and colour of a vehicle as one line. */
export const formatVehicle = (vehicle: LiveAlert['letto'], t: Translate): string =>
  joinVehicle(vehicle, t) || t('alerts:card.unknown');

const joinVehicle = ({ marca, modello, colore }: LiveAlert['letto'], t: Translate): string =>
  [marca, modello, formatColour(t, colore)].filter((word) => word !== '').join(' ');

/** Sentences on how the registered vehicle differs from the seen one. */
export const formatDifferences = ({ differenze, letto, registro }: LiveAlert, t: Translate): readonly string[] =>
  differenze.map((what) =>
    what === 'brand'
      ? t('alerts:card.differsBrand', { seen: letto.marca, registered: registro?.marca ?? '' })
      : t('alerts:card.differsColour', {
          seen: formatColour(t, letto.colore),
          registered: formatColour(t, registro?.colore ?? ''),
        }),
  );
