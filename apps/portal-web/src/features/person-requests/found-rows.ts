import type { PersonFindings } from '@varco/contract/plant/person-requests.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';

/** One line of what a plant found. `byHand`: whether it may be disclosed must be judged by a person. */
export interface FoundRow {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly byHand: boolean;
}

/** What a plant found in words, as it stands on the screen. */
export function listFoundRows(found: PersonFindings, t: Translate): readonly FoundRow[] {
  return [...listTransitRows(found, t), ...listRecordRows(found, t)];
}

function listTransitRows(found: PersonFindings, t: Translate): readonly FoundRow[] {
  const { transiti: transits, immagini: pictures, controlli: checks } = found;
  const range =
    transits.dal === null || transits.al === null
      ? ''
      : `, ${t('personRequests:found.range', { from: formatDateMinute(transits.dal), to: formatDateMinute(transits.al) })}`;
  const row = (key: string, label: string, value: string, byHand = false): FoundRow => ({ key, label, value, byHand });
  return [
    row('transits', t('personRequests:found.transits'), `${transits.n}${range}`),
    row(
      'gates',
      t('personRequests:found.gates'),
      transits.varchi.map(({ varco, n }) => `${varco} (${n})`).join(', ') || '0',
    ),
    ...(transits.altra_nazione === 0
      ? []
      : [row('nation', t('personRequests:found.otherNation'), String(transits.altra_nazione), true)]),
    ...listRestricted(found, t),
    row(
      'pictures',
      t('personRequests:found.pictures'),
      t('personRequests:found.picturesValue', {
        full: pictures.intere,
        plate: pictures.targa,
        context: pictures.contesto,
      }),
    ),
    row(
      'checks',
      t('personRequests:found.checks'),
      t('personRequests:found.checksValue', { insured: checks.assicurazione, inspected: checks.revisione }),
    ),
  ];
}

/** What a request restricted, by number and days only; nothing else counts it. */
function listRestricted({ limitati: restricted }: PersonFindings, t: Translate): readonly FoundRow[] {
  if (restricted === undefined || restricted.dal === null || restricted.al === null) return [];
  const { n, dal: first, al: last } = restricted;
  const range = t('personRequests:found.range', { from: formatDateMinute(first), to: formatDateMinute(last) });
  return [{ key: 'restricted', label: t('personRequests:found.restricted'), value: `${n}, ${range}`, byHand: false }];
}

function listRecordRows(found: PersonFindings, t: Translate): readonly FoundRow[] {
  const lists = found.liste.map(({ lista, n }) => t(`personRequests:found.listed.${lista}`, { n })).join(', ');
  const alerts = found.allarmi.map(
    ({ tipo, esito, n }) =>
      `${t(`alerts:kind.${tipo}`)} (${esito === null ? t('personRequests:found.noOutcome') : t(`alerts:outcome.${esito}`)}) ${n}`,
  );
  const hand = (key: string, label: string, value: string, isFound: boolean): FoundRow => ({
    ...{ key, label, value },
    byHand: isFound,
  });
  return [
    hand('lists', t('personRequests:found.lists'), lists || '0', found.liste.length > 0),
    hand('alerts', t('personRequests:found.alerts'), alerts.join(', ') || '0', found.allarmi.length > 0),
    hand('lookUps', t('personRequests:found.lookUps'), String(found.visure), found.visure > 0),
    hand('exports', t('personRequests:found.exports'), String(found.esportazioni), found.esportazioni > 0),
    hand(
      'notes',
      t('personRequests:found.notes'),
      t('personRequests:found.notesValue', { n: found.note, tagged: found.etichette }),
      found.note > 0,
    ),
    hand(
      'corrections',
      t('personRequests:found.corrections'),
      t('personRequests:found.correctionsValue', { to: found.correzioni.verso, from: found.correzioni.da }),
      found.correzioni.da > 0,
    ),
    hand('holds', t('personRequests:found.holds'), String(found.blocchi), found.blocchi > 0),
    hand('log', t('personRequests:found.consultations'), String(found.consultazioni), false),
  ];
}
