import { Button, Modal } from '@mantine/core';
import type { Suspect, SuspectItem, SuspectPage } from '@varco/contract/plant/suspects.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import { type Movement, MOVEMENT_FEATURES } from '@varco/domain/analysis/excess-shares.ts';
import { FULL_POINTS_ONE_IN, POINTS_EACH } from '@varco/domain/analysis/suspect-score.ts';
import { formatDecimal, formatInteger } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { ModelCardLink } from '../../widgets/help/ModelCardLink.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import styles from './Suspects.module.css';

const MAX_SHOWN = 999;

/** Explains the score of a vehicle: the points of each feature, which add up to the score. */
export function ScoreExplanation(props: {
  suspect: Suspect;
  page: SuspectPage;
  onList: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { suspect, page, onList, onClose } = props;
  const { transit, items, score } = suspect;
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(680px, 96vw)"
      title={t('suspects:whyOf', { score, plate: transit.targa })}
      closeButtonProps={{ 'aria-label': t('suspects:close') }}
    >
      <div className={styles.why}>
        <p className={styles.whyHead}>
          <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} size="card" />
          {t('suspects:sumOf', { count: items.length })}
        </p>
        <div className={styles.stack} aria-hidden="true">
          {items
            .filter(({ points }) => points > 0)
            .map(({ feature, points }) => (
              <span key={feature} style={{ width: `${(points / Math.max(MAX_SHOWN, 1)) * 100}%` }} />
            ))}
        </div>
        <FeatureList suspect={suspect} />
        <Remark>{t(isBeforePeerGroups(items) ? 'suspects:formulaOlder' : 'suspects:formulaPoints')}</Remark>
        {hasProportionalPoints(page, items) && (
          <Remark>{t('suspects:formulaPart', { oneIn: FULL_POINTS_ONE_IN, count: suspect.plate_count })}</Remark>
        )}
        {hasDailyPeerGroups(page) && <Remark>{t('suspects:formulaDays')}</Remark>}
        <Remark>{t('suspects:formula', { version: page.versione, spans: page.spans })}</Remark>
        <div className={styles.whyFoot}>
          <span>
            <strong>{t('suspects:notProof')}</strong> <ModelCardLink card="suspects" onOpen={onClose} />
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              onClose();
              onList();
            }}
          >
            {t('suspects:seeTransits', { count: suspect.plate_count })}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** One line per feature, and the sum. */
function FeatureList(props: { suspect: Suspect }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { items, score } = props.suspect;
  return (
    <SimpleTable label={t('suspects:column.score')}>
      {items.map((item) => (
        <TableRow key={item.feature}>
          <NumberCell>
            <span className={cx(item.points < 0 && styles.minus)}>
              {item.points > 0 ? `+${item.points}` : item.points}
            </span>
          </NumberCell>
          <th scope="row">{t(`suspects:item.${item.feature}`)}</th>
          <td className={styles.quiet}>{formatFeature(t, item, language)}</td>
        </TableRow>
      ))}
      <TableRow isTotal>
        <NumberCell>{score}</NumberCell>
        <th scope="row" colSpan={2}>
          {t('suspects:total')}
        </th>
      </TableRow>
    </SimpleTable>
  );
}

/** Plants before `suspect-4` do not compare with plates that are read equally often. */
const isBeforePeerGroups = (items: readonly SuspectItem[]): boolean => items.some(({ alike }) => alike === undefined);

/** Since `suspect-5`, points are proportional to the share of all passages. */
const hasProportionalPoints = ({ versione }: SuspectPage, items: readonly SuspectItem[]): boolean =>
  versione !== 'suspect-4' && !isBeforePeerGroups(items);

/** Since `suspect-6`, the peer group is formed by days. */
const hasDailyPeerGroups = ({ versione }: SuspectPage): boolean => Number(versione.replace('suspect-', '')) >= 6;

/**
 * Text of one feature: the count, the usual counts of this plate and of its peer group, the rarity and the points;
 * enough to recompute them.
 */
function formatFeature(t: Translate, item: SuspectItem, language: Language): string {
  const { feature, value, habit, rarity, plates, of, most } = item;
  const limit = most === null ? '' : t('suspects:itemText.most', { most });
  if (feature === 'convoy') return `${t('suspects:itemText.convoy', { value })}${toBrackets(limit)}`;
  if (feature === 'clone') return t('suspects:itemText.clone', { count: value });
  if (feature === 'strong') return t('suspects:itemText.strong');
  if (rarity === null || plates === null || of === null) return '';
  const share = {
    rarity: formatInteger(rarity, language),
    plates: formatInteger(plates, language),
    all: formatInteger(of, language),
  };
  if (habit === null) return t('suspects:itemText.equals', { value: formatInteger(value, language), ...share });
  const counted = { value, habit: formatOneDecimal(habit, language) };
  const rare = t('suspects:itemText.rare', share);
  const { alike, alike_of: alikeOf } = item;
  if (alike === undefined || alike === null || !isMovementFeature(feature))
    return `${t('suspects:itemText.counted', counted)}; ${rare}${toBrackets(limit)}`;
  const usual = { limit: formatOneDecimal(alike, language), of: formatInteger(alikeOf ?? 0, language) };
  return `${t(feature === 'loops' ? 'suspects:itemText.busiest' : 'suspects:itemText.counted', counted)}; ${t('suspects:itemText.alike', usual)}; ${rare} (${t('suspects:itemText.each', { each: POINTS_EACH[feature] })}, ${limit})`;
}

const toBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);
const formatOneDecimal = (value: number, language: Language): string =>
  formatDecimal(value, Number.isInteger(value) ? 0 : 1, language);
const isMovementFeature = (feature: SuspectItem['feature']): feature is Movement =>
  MOVEMENT_FEATURES.some((movement) => movement === feature);
