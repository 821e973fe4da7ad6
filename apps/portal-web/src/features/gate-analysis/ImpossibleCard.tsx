import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatDate, formatDecimal, formatInteger, formatTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { usePicture } from '../../lib/pictures/use-picture.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { ColourSwatch } from '../../widgets/vehicle/ColourSwatch.tsx';
import { formatClockDuration } from '../../lib/analyses/journeys.ts';
import type { ImpossibleCase, ImpossiblePassage } from './find-impossible.ts';
import styles from './GateAnalysis.module.css';
import { getPlantNameById } from './PlantReportNotices.tsx';

/** One plate on one day: why it cannot be one car, its reads in two tracks, and pictures side by side. */
export function ImpossibleCard(props: { found: ImpossibleCase }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { plate, day, kind, discarded, worst, passages } = props.found;
  return (
    <article className={styles.card} aria-label={t('gateAnalysis:impossible.list', { plate, day: formatDate(day) })}>
      <div className={styles.cardHead}>
        <PlateBadge plate={plate} nation={passages[0]?.nazione ?? null} size="card" />
        <StatusChip
          tone={kind === 'clone' ? 'al' : 'wa'}
          icon={kind === 'clone' ? 'copy' : 'question'}
          variant="tint"
          word={t(`gateAnalysis:impossible.${kind}`)}
        />
        <p>
          {formatDate(day)} ·{' '}
          {kind === 'clone'
            ? t('gateAnalysis:impossible.cloneText', { count: discarded })
            : t('gateAnalysis:impossible.checkText')}
          <br />
          {t('gateAnalysis:impossible.worst', {
            km: formatDecimal(worst.metres / 1000, 1, language),
            time: formatClockDuration(worst.seconds),
            kmh: formatInteger(worst.kmh, language),
          })}
        </p>
        <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('gateAnalysis:related.why')}
        </Button>
        <OpenTrackButton plate={plate} peerId={passages[0]?.peerId ?? 0} />
      </div>
      {isOpen && <TrackTables found={props.found} />}
    </article>
  );
}

function OpenTrackButton(props: { plate: string; peerId: number }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => {
        openWorkspaceTab({ kind: 'transit-map', ...props });
        void navigate({ to: '/lpr' });
      }}
    >
      {t('gateAnalysis:impossible.map')}
    </Button>
  );
}

const collectValues = (passages: readonly ImpossiblePassage[], field: 'marca' | 'colore'): ReadonlySet<string> =>
  new Set(passages.map((one) => one[field]).filter((word) => word !== ''));

/** Whether both tracks have a known make or colour, and share none. */
export function haveDifferentAppearance(passages: readonly ImpossiblePassage[]): boolean {
  const [main, other] = [passages.filter(({ isMain }) => isMain), passages.filter(({ isMain }) => !isMain)];
  return (['marca', 'colore'] as const).some((field) => {
    const [a, b] = [collectValues(main, field), collectValues(other, field)];
    return a.size > 0 && b.size > 0 && [...a].every((word) => !b.has(word));
  });
}

function TrackTables(props: { found: ImpossibleCase }): ReactElement {
  const t = useT();
  const { plate, day, passages } = props.found;
  const [main, other] = [passages.find(({ isMain }) => isMain), passages.find(({ isMain }) => !isMain)];
  return (
    <>
      {haveDifferentAppearance(passages) && <Notice tone="al">{t('gateAnalysis:impossible.differs')}</Notice>}
      <div className={styles.wide}>
        <table className={styles.table}>
          <caption className={styles.unseen}>
            {t('gateAnalysis:impossible.list', { plate, day: formatDate(day) })}
          </caption>
          <thead>
            <tr>
              {(['track', 'at', 'gate', 'vehicle', 'open'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`gateAnalysis:impossible.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {passages.map((passage) => (
              <PassageRow key={`${passage.peerId} ${passage.id}`} plate={plate} passage={passage} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.pictures}>
        {[main, other].map((passage) => passage !== undefined && <TrackPicture key={passage.id} passage={passage} />)}
      </div>
    </>
  );
}

function PassageRow(props: { plate: string; passage: ImpossiblePassage }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { plate, passage } = props;
  const { peerId, id, isMain, data, varco, marca, colore } = passage;
  return (
    <tr>
      <td>
        <StatusChip
          tone={isMain ? 'in' : 'al'}
          variant="tint"
          word={t(isMain ? 'gateAnalysis:impossible.main' : 'gateAnalysis:impossible.other')}
        />
      </td>
      <td>
        <Moment at={data} />
      </td>
      <td>
        {varco} <span className={styles.small}>({getPlantNameById(peerId)})</span>
      </td>
      <td>
        {marca === '' && colore === '' && '–'}
        {marca} {colore !== '' && <ColourSwatch code={colore} isNamed />}
      </td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('gateAnalysis:impossible.open')} ${formatTime(data)} ${varco}`}
          onClick={() => {
            openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: id, plate });
            void navigate({ to: '/lpr' });
          }}
        >
          {t('gateAnalysis:impossible.open')}
        </Button>
      </td>
    </tr>
  );
}

function TrackPicture(props: { passage: ImpossiblePassage }): ReactElement {
  const t = useT();
  const { peerId, id, isMain, data, varco } = props.passage;
  const { src } = usePicture(peerId, id, 't400', true);
  const name = t('gateAnalysis:impossible.picture', { time: formatTime(data), gate: varco });
  return (
    <figure>
      {src !== null && <img src={src} alt={name} />}
      <figcaption>
        {t(isMain ? 'gateAnalysis:impossible.main' : 'gateAnalysis:impossible.other')} · {formatTime(data)} {varco}
        {src === null && ` · ${t('gateAnalysis:impossible.noPicture')}`}
      </figcaption>
    </figure>
  );
}
