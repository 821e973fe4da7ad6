import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import type { TransitRead } from '@varco/contract/plant/transit-reads.ts';
import { formatDateTime, formatPercent, formatTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { useFocusReturn } from '@varco/ui/use-focus-return.ts';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { usePicture } from '../../../lib/pictures/use-picture.ts';
import { PlateBadge } from '../../../widgets/plate/PlateBadge.tsx';
import { compareCharacters } from './differing-characters.ts';
import { getDirectionText } from './direction-text.ts';
import { createReadsQuery } from './reads.api.ts';
import styles from './ReadsDialog.module.css';

type ReadsProps = { transit: TransitDetail; peerId: number };

/** "14:31:58,400": the milliseconds of an ISO instant, as cameras a few metres apart differ by less than a second. */
const formatMilliseconds = (instant: string): string => `${formatTime(instant)},${instant.slice(20, 23)}`;

/** The reads of cameras that were joined into one transit, oldest first: what each read, and why it belongs to it. */
export function ReadsDialog(props: ReadsProps & { onClose: () => void }): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const reads = useQuery(createReadsQuery(peerId, transit.id));
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="min(980px, 96vw)"
      title={t('detail:reads.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <p className={styles.text}>{t('detail:reads.text')}</p>
      {reads.isError ? (
        <EmptyState
          icon="warning"
          tone="al"
          title={formatCallError(reads.error, t)}
          actions={<TextButton onClick={() => void reads.refetch()}>{t('common:retry')}</TextButton>}
        />
      ) : reads.data === undefined ? (
        <EmptyState icon="clock" title={t('common:loading')} />
      ) : (
        <ReadsTable transit={transit} peerId={peerId} reads={reads.data.objects} />
      )}
    </Modal>
  );
}

function ReadsTable(props: ReadsProps & { reads: readonly TransitRead[] }): ReactElement {
  const t = useT();
  const columns = [
    { key: 'at', title: t('detail:reads.at') },
    { key: 'camera', title: t('detail:reads.camera') },
    { key: 'plate', title: t('detail:reads.plate') },
    { key: 'confidence', title: t('detail:reads.confidence'), isNumeric: true },
    { key: 'stage', title: t('detail:reads.stage') },
    { key: 'rule', title: t('detail:reads.rule') },
    { key: 'picture', title: t('detail:reads.picture') },
  ];
  return (
    <SimpleTable label={t('detail:reads.title')} columns={columns} isFramed onNarrow="stack">
      {props.reads.map((read, index) => (
        // Two reads may agree in all that is shown, so the index is the key.
        <ReadRow key={index} transit={props.transit} peerId={props.peerId} read={read} />
      ))}
    </SimpleTable>
  );
}

function ReadRow(props: ReadsProps & { read: TransitRead }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { read, transit, peerId } = props;
  return (
    <TableRow>
      <td title={describeTimes(t, read)}>
        <time dateTime={read.data} className={styles.time}>
          {formatMilliseconds(read.data)}
        </time>
        {read.volte > 1 && <div className={styles.faint}>{t('detail:reads.sent', { count: read.volte })}</div>}
      </td>
      <td>{read.telecamera === '' ? t('detail:reads.cameraUnknown') : read.telecamera}</td>
      <td>
        <ReadPlate read={read} transit={transit} />
      </td>
      <NumberCell>
        {read.confidence === null
          ? t('detail:reads.confidenceNone')
          : formatPercent(read.confidence / 100, 1, language)}
      </NumberCell>
      <td>
        {t(read.fase === null ? 'detail:reads.stageNone' : `detail:reads.stages.${read.fase}`)}
        {read.direction > 0 && <div className={styles.faint}>{t(getDirectionText(read.direction))}</div>}
      </td>
      <td className={styles.rule}>{t(`detail:reads.rules.${read.regola}`)}</td>
      <td>
        <ReadPicture read={read} transit={transit} peerId={peerId} />
      </td>
    </TableRow>
  );
}

/** Both clocks of a read, in full. */
const describeTimes = (t: Translate, { data, arrivo }: TransitRead): string =>
  arrivo === null
    ? t('detail:reads.clock', { at: formatDateTime(data) })
    : t('detail:reads.clocks', { at: formatDateTime(data), arrived: formatMilliseconds(arrivo) });

/** The plate as read, drawn; under it what differs from the plate of the transit, and whether this read is that plate. */
function ReadPlate(props: { read: TransitRead; transit: TransitDetail }): ReactElement {
  const t = useT();
  const { read, transit } = props;
  const plate = transit.targa_corretta ?? transit.targa;
  const isCompared = !transit.redacted && read.targa !== '' && read.targa !== plate;
  const state = !read.scelta || transit.redacted ? null : read.targa === plate ? 'current' : 'replaced';
  return (
    <div className={styles.read}>
      <PlateBadge plate={read.targa} nation={transit.nazione} />
      {isCompared && (
        <span className={styles.characters}>
          {compareCharacters(read.targa, plate).map(({ character, isDiffering }, index) =>
            isDiffering ? (
              <mark key={index} title={t('detail:reads.differs', { plate })}>
                {character}
              </mark>
            ) : (
              <span key={index}>{character}</span>
            ),
          )}
        </span>
      )}
      {state !== null && (
        <StatusChip
          tone={state === 'current' ? 'ok' : 'in'}
          variant="tint"
          size="sm"
          word={t(`detail:reads.${state}`)}
        />
      )}
    </div>
  );
}

/** The picture of the transit that this read brought; the words where it brought none or another read's was stored. */
function ReadPicture(props: ReadsProps & { read: TransitRead }): ReactElement {
  const t = useT();
  const { read, transit, peerId } = props;
  const isStored = read.foto === 'full' || read.foto === 'plate';
  const picture = usePicture(peerId, transit.id, read.foto === 'plate' ? 'plate' : 't100', isStored);
  if (!isStored)
    return (
      <span className={styles.faint}>
        {t(read.foto === null ? 'detail:reads.noPicture' : 'detail:reads.pictureNotStored')}
      </span>
    );
  return (
    <LazyImage
      className={styles.picture}
      src={picture.src}
      alt={t('detail:reads.pictureOf', { at: formatMilliseconds(read.data) })}
      missingText={t(picture.hasFailed ? 'transits:picture.failed' : 'common:loading')}
      fit={read.foto === 'plate' ? 'contain' : 'cover'}
      height={40}
      isSmall
    />
  );
}
