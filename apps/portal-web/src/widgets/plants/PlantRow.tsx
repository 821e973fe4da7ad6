import { Tooltip } from '@mantine/core';
import { formatInteger } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { useElapsedSeconds } from '@varco/ui/use-elapsed-seconds.ts';
import type { ReactElement } from 'react';
import { memo, useId } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { isSameEntry, type PlantEntry } from './plant-entry.ts';
import styles from './Plants.module.css';

function StatusIcon(props: { entry: PlantEntry }): ReactElement {
  const { entry } = props;
  if (entry.status === 'offline') return <StatusChip tone="nt" icon="wifiOff" word="" />;
  if (entry.status === 'noPermission') return <StatusChip tone="pv" icon="lock" word="" />;
  if (entry.status === 'refused') return <StatusChip tone="al" icon="key" word="" />;
  if (entry.answer === 'error') return <StatusChip tone="al" icon="octagon" word="" />;
  return <StatusChip tone={entry.isSlow ? 'wa' : 'ok'} icon="wifi" word="" />;
}

function Receiving(props: { askedAt: number | null }): ReactElement {
  const t = useT();
  const seconds = useElapsedSeconds(props.askedAt);
  const word = t('widgets:plants.receiving');
  return (
    <StatusChip
      tone="in"
      icon="arc"
      isSpinning
      size="sm"
      word={props.askedAt === null ? word : `${word} ${t('common:seconds', { value: seconds })}`}
    />
  );
}

function Limit(props: { minutes: number; isAge: boolean }): ReactElement | null {
  const t = useT();
  const { minutes, isAge } = props;
  if (minutes <= 0) return null;
  const text =
    minutes % 60 === 0
      ? t(isAge ? 'widgets:plants.lastHours' : 'widgets:plants.maxHours', { hours: minutes / 60 })
      : t(isAge ? 'widgets:plants.lastMinutes' : 'widgets:plants.maxMinutes', { minutes });
  return <span className={styles.quiet}>{text}</span>;
}

/** How fresh the plant's data is; a plant whose cameras are silent is marked. */
function NewestRead(props: { age: string; isSilent: boolean }): ReactElement {
  const t = useT();
  const text = t('widgets:plants.newest', { age: props.age });
  if (!props.isSilent) return <span className={styles.quiet}>{text}</span>;
  return <StatusChip tone="wa" icon="clock" size="sm" word={t('widgets:plants.silent', { age: props.age })} />;
}

function Facts(props: { entry: PlantEntry }): ReactElement {
  const { entry } = props;
  const t = useT();
  if (entry.status === 'offline') {
    const since = entry.silentMinutes;
    return (
      <span className={styles.quiet}>
        {t('widgets:plants.offline')}
        {since !== undefined && ` · ${t('widgets:plants.offlineSince', { minutes: since })}`}
      </span>
    );
  }
  if (entry.status === 'refused') {
    return (
      <>
        <StatusChip tone="al" size="sm" word={t('widgets:plants.refused')} />
        {entry.refusal !== undefined && <span className={styles.quiet}>{entry.refusal}</span>}
      </>
    );
  }
  if (entry.status === 'noPermission') {
    return <StatusChip tone="pv" size="sm" word={t('widgets:plants.noPermission')} />;
  }
  return (
    <>
      {entry.answer !== 'error' && entry.answer !== 'receiving' && (
        <span className={styles.quiet}>{t('widgets:plants.online')}</span>
      )}
      {entry.answer === 'receiving' && <Receiving askedAt={entry.askedAt ?? null} />}
      {entry.answer === 'error' && (
        <StatusChip
          tone="al"
          size="sm"
          word={`${t('widgets:plants.inError')}${entry.error === undefined ? '' : ` ${t('common:seconds', { value: entry.error.afterSeconds })}`}`}
        />
      )}
      {entry.answer === 'received' && (entry.count === null || (!entry.isSlow && entry.maxMinutes === 0)) && (
        <span className={styles.quiet}>{t('widgets:plants.received')}</span>
      )}
      <Limit minutes={entry.maxMinutes} isAge={entry.isAgeLimit ?? false} />
    </>
  );
}

function SlowMark(): ReactElement {
  const t = useT();
  const tip = t('widgets:plants.slowTip');
  return (
    <Tooltip label={tip} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={styles.slow} aria-description={tip}>
        <StatusChip tone="wa" icon="gauge" size="sm" word={t('widgets:plants.slow')} />
      </button>
    </Tooltip>
  );
}

interface RowProps {
  readonly entry: PlantEntry;
  readonly isSelected: boolean;
  readonly keyName: string | null;
  readonly onSelect: (plantId: string) => void;
}

/** A plant in the selector: name, status and number of transits. Memoized, so that it redraws only when one of these changes. */
export const PlantRow = memo(
  PlainPlantRow,
  (a: RowProps, b: RowProps) =>
    isSameEntry(a.entry, b.entry) &&
    a.isSelected === b.isSelected &&
    a.keyName === b.keyName &&
    a.onSelect === b.onSelect,
);

function PlainPlantRow(props: RowProps): ReactElement {
  const { entry, isSelected, keyName, onSelect } = props;
  const t = useT();
  const language = useLanguage();
  const factsId = useId();
  return (
    <div className={cx(styles.row, isSelected && styles.on, entry.status !== 'online' && styles.away)}>
      {/* The button covers the whole row by its ::after; the slow mark lies above it as a button of its own. */}
      <button
        type="button"
        className={styles.press}
        data-plant={entry.plantId}
        aria-current={isSelected ? 'true' : undefined}
        aria-keyshortcuts={keyName === null ? undefined : `Alt+${keyName}`}
        aria-describedby={factsId}
        disabled={entry.status !== 'online'}
        title={entry.error?.cause}
        onClick={() => onSelect(entry.plantId)}
      >
        <StatusIcon entry={entry} />
        <span className={styles.label}>{entry.label}</span>
        {entry.answer === 'received' && entry.count !== null && (
          <span className={styles.count}>{formatInteger(entry.count, language)}</span>
        )}
      </button>
      <div id={factsId} className={styles.lines}>
        <div className={styles.second}>
          <div className={styles.facts}>
            <Facts entry={entry} />
            {entry.isSlow && entry.status === 'online' && <SlowMark />}
          </div>
          {/* A slow plant that is still being waited for has two marks already: a third would make the row jump. */}
          {!(entry.isSlow && entry.answer === 'receiving') && <span className={styles.code}>{entry.code}</span>}
        </div>
        {entry.newest !== undefined && entry.status === 'online' && entry.answer === 'received' && (
          <div className={styles.second}>
            <NewestRead {...entry.newest} />
          </div>
        )}
        {entry.hasLimitedGates && (
          <div className={styles.second}>
            <StatusChip tone="in" icon="filter" size="sm" word={t('widgets:plants.limited')} />
          </div>
        )}
      </div>
    </div>
  );
}
