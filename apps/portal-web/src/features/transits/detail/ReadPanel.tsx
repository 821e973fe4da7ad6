import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatPercent } from '@varco/i18n/format.ts';
import { LazyImage } from '@varco/ui/LazyImage.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import styles from './detail.module.css';
import { useIsShownForAMoment, usePicture } from '../../../lib/pictures/use-picture.ts';
import { namePlate } from '../../../widgets/plate/name-plate.ts';

/** A character with a lower confidence than this is marked as doubtful. */
const MIN_SURE_PERCENT = 95;

/** The plate crop and the confidence of the camera for each character. */
export function ReadPanel(props: { transit: TransitDetail; peerId: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { transit, peerId } = props;
  const isDone = useIsShownForAMoment(transit.id);
  const crop = usePicture(peerId, transit.id, 'plate', transit.has_plate_image && isDone);
  const missing = !transit.has_plate_image
    ? 'transits:picture.none'
    : crop.hasFailed
      ? 'transits:picture.failed'
      : 'common:loading';
  const characters = [...transit.targa];
  const hasCharacters = transit.confidence_chars.length === characters.length && !transit.redacted;
  return (
    <Panel title={t('detail:readBlock')} icon="camera" padding="text">
      <LazyImage
        className={styles.crop}
        src={crop.src}
        alt={t('transits:picture.plate', { plate: namePlate(t, transit.targa) })}
        missingText={t(missing)}
        fit="contain"
        height={76}
      />
      <p className={styles.faint}>
        {t('detail:confidence')}{' '}
        <b>
          {transit.confidence === null ? t('detail:unknown') : formatPercent(transit.confidence / 100, 1, language)}
        </b>
      </p>
      {hasCharacters && (
        <div className={styles.characters}>
          {characters.map((character, index) => (
            // The same letter can occur twice in a plate, so the index is the key.
            <CharacterConfidence key={index} character={character} percent={transit.confidence_chars[index] ?? 0} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function CharacterConfidence(props: { character: string; percent: number }): ReactElement {
  const { character, percent } = props;
  const isSure = percent >= MIN_SURE_PERCENT;
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
