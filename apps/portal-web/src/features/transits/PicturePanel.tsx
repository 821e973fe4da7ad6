import { Button } from '@mantine/core';
import type { TransitDetail } from '@varco/contract/plant/transit.ts';
import { formatDateTime, formatPercent } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { ZoomDialog } from '@varco/ui/ZoomDialog.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import styles from './detail.module.css';
import { usePicture } from './use-picture.ts';

type Zoomed = 'full' | 'context' | null;

/** DET-08, DET-09, DET-10, DET-12: main picture or placeholder, context picture, and both enlarged. */
export function PicturePanel(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const { transit, peerId } = props;
  const [zoomed, setZoomed] = useState<Zoomed>(null);
  const full = usePicture(peerId, transit.id, 'full', transit.has_image);
  const context = usePicture(peerId, transit.id, 'context', transit.has_context_image && zoomed === 'context');
  const values = { plate: transit.targa, gate: transit.varco, time: formatDateTime(transit.data) };
  const missing = !transit.has_image
    ? 'transits:picture.none'
    : full.hasFailed
      ? 'transits:picture.failed'
      : 'common:loading';
  return (
    <div className={styles.stage}>
      <LazyImage
        src={full.src}
        alt={t('transits:picture.main', values)}
        missingText={t(missing)}
        height="100%"
        fit="contain"
        overlay={<PictureTools transit={transit} canZoom={full.src !== null} onZoom={setZoomed} />}
      />
      <ZoomDialog
        isOpen={zoomed !== null}
        onClose={() => setZoomed(null)}
        title={t('transits:picture.contextTitle', values)}
        src={zoomed === 'context' ? context.src : full.src}
        alt={t(zoomed === 'context' ? 'transits:picture.context' : 'transits:picture.main', values)}
        missingText={t(context.hasFailed ? 'transits:picture.failed' : 'common:loading')}
        labels={{
          zoomIn: t('widgets:image.zoomIn'),
          zoomOut: t('widgets:image.zoomOut'),
          fit: t('widgets:image.fit'),
          close: t('common:close'),
        }}
      />
    </div>
  );
}

function PictureTools(props: {
  transit: TransitDetail;
  canZoom: boolean;
  onZoom: (zoomed: Zoomed) => void;
}): ReactElement {
  const t = useT();
  const { transit, canZoom, onZoom } = props;
  return (
    <>
      {transit.redacted && (
        <span className={styles.covered}>
          <StatusChip tone="pv" icon="eyeOff" variant="tint" word={t('transits:picture.redacted')} />
        </span>
      )}
      <div className={styles.stageTools}>
        {transit.has_context_image && (
          <Button size="compact-sm" color="dark" leftSection={<Icon name="image" />} onClick={() => onZoom('context')}>
            {t('transits:picture.context')}
          </Button>
        )}
        {canZoom && (
          <Button
            size="compact-sm"
            color="dark"
            aria-label={t('transits:picture.fullScreen')}
            onClick={() => onZoom('full')}
          >
            <Icon name="fullscreen" />
          </Button>
        )}
      </div>
    </>
  );
}

/** Below this a character is marked as doubtful. */
const SURE_PERCENT = 95;

/** The plate crop and how sure the camera was, character by character. */
export function ReadPanel(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { transit, peerId } = props;
  const crop = usePicture(peerId, transit.id, 'plate', transit.has_plate_image);
  const characters = [...transit.targa];
  const hasCharacters = transit.confidence_chars.length === characters.length && !transit.redacted;
  return (
    <Panel title={t('transits:detail.readBlock')} icon="camera" padding="text">
      <LazyImage
        className={styles.crop}
        src={crop.src}
        alt={t('transits:picture.plate', { plate: transit.targa })}
        missingText={t('transits:picture.none')}
        fit="contain"
        height={76}
      />
      <p className={styles.faint}>
        {t('transits:detail.confidence')}{' '}
        <b>
          {transit.confidence === null
            ? t('transits:detail.unknown')
            : formatPercent(transit.confidence / 100, 1, language)}
        </b>
      </p>
      {hasCharacters && (
        <div className={styles.characters}>
          {characters.map((character, index) => (
            // The same letter may stand twice in a plate: its place is its identity.
            <Character key={index} character={character} percent={transit.confidence_chars[index] ?? 0} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Character(props: { character: string; percent: number }): ReactElement {
  const { character, percent } = props;
  const isSure = percent >= SURE_PERCENT;
  return (
    <div className={styles.character}>
      <div className={styles.letter}>{character}</div>
      <svg className={styles.meter} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
        <rect className={isSure ? styles.sure : styles.unsure} width={Math.max(0, (percent - 80) * 5)} height="3" />
      </svg>
      <div className={styles.faint}>{percent}</div>
    </div>
  );
}
