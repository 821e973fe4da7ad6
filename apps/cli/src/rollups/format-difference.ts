import type { Translate } from '@varco/i18n/message-types.ts';
import type { Difference } from './verify-rollups.repository.ts';

const FIELDS = [
  'n',
  'night',
  'uninsured',
  'nation',
  'gates',
  'folded',
  'first_seen',
  'last_seen',
  'last_gate',
  'n_foreign',
  'n_uninsured',
  'n_uninspected',
  'n_stolen',
  'n_alarm',
  'n_speed',
  'sum_speed',
] as const;

/** One line that describes a difference: the row, its stored values, and the correct values. */
export function formatDifference({ kind, name, stored, due }: Difference, day: string | null, t: Translate): string {
  const [gate = '', hour = ''] = name.split(' ');
  const where = {
    day: () => t('cli:rollups.day', { day: day ?? '', plate: name }),
    hour: () => t('cli:rollups.hour', { gate, hour }),
    plate: () => t('cli:rollups.plate', { plate: name }),
  }[kind]();
  if (stored === null) return t('cli:rollups.missing', { where });
  if (due === null) return t('cli:rollups.extra', { where });
  const wrong = FIELDS.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(due[field])).map((field) =>
    t('cli:rollups.wrong', {
      field: t(`cli:rollups.field.${field}`),
      stored: formatValue(stored[field]),
      due: formatValue(due[field]),
    }),
  );
  return `${where}: ${wrong.join('; ')}`;
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
