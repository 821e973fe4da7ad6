import type { Camera, CameraFamily } from '@varco/contract/plant/camera-intake.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';
import { describeFault } from './camera-words.ts';

const STATE_STYLES: Readonly<Record<Camera['stato'], readonly [Tone, IconName]>> = {
  attiva: ['ok', 'check'],
  silenziosa: ['wa', 'warning'],
  rifiutata: ['al', 'octagon'],
  attesa: ['in', 'hourglass'],
  prova: ['in', 'eye'],
  revocata: ['nt', 'ban'],
};

const SECOND_MS = 1_000;
/** Larger errors make reads look like those of another moment. */
const LARGE_CLOCK_ERROR_MS = 60 * SECOND_MS;

/** Name of a family in the words of its vendor. */
export const nameFamily = (t: Translate, families: readonly CameraFamily[], id: string | null): string =>
  id === 'auto' ? t('cameraIntake:auto') : (families.find((family) => family.id === id)?.nome ?? id ?? '');

/** The clock error in seconds. Positive: the camera is behind. */
function ClockError({ t, ms }: { t: Translate; ms: number | null }) {
  if (ms === null) return '–';
  const seconds = Math.round(ms / SECOND_MS);
  const text = t('cameraIntake:seconds', { n: `${seconds > 0 ? '+' : ''}${seconds}` });
  return Math.abs(ms) < LARGE_CLOCK_ERROR_MS ? text : <StatusChip tone="wa" icon="clock" size="sm" word={text} />;
}

/** Columns of the list of cameras. */
export function buildCameraColumns(t: Translate, families: readonly CameraFamily[]): readonly Column<Camera>[] {
  const column = (
    id: 'name' | 'gate' | 'family' | 'state' | 'last' | 'reads' | 'noPlate' | 'clock',
    cell: Column<Camera>['cell'],
  ): Column<Camera> => ({
    id,
    header: t(`cameraIntake:column.${id}`),
    name: t(`cameraIntake:column.${id}`),
    cell,
  });
  return [
    column('name', ({ nome }) => nome),
    column('state', ({ stato, guasto }) => {
      if (guasto !== null && stato !== 'revocata')
        return <StatusChip tone="al" icon="warning" size="sm" variant="tint" word={describeFault(t, guasto)} />;
      const [tone, icon] = STATE_STYLES[stato];
      return <StatusChip tone={tone} icon={icon} size="sm" variant="tint" word={t(`cameraIntake:state.${stato}`)} />;
    }),
    column('gate', ({ varco }) => varco),
    column('family', ({ famiglia }) => nameFamily(t, families, famiglia)),
    column('last', ({ ultima_lettura: at }) => (at === null ? '–' : formatDateTime(at))),
    column('reads', ({ oggi }) => String(oggi.letture)),
    column('noPlate', ({ oggi }) => String(oggi.senza_targa)),
    column('clock', ({ errore_orologio: ms }) => <ClockError t={t} ms={ms} />),
  ];
}
