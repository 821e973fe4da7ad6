import { buildPlantSections } from '@varco/domain/plants/plant-groups.ts';
import { formatInteger, formatTime } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { toInstant } from '../../lib/clock.ts';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { useSlowPlants } from '../../lib/plants/response-times.ts';
import { useShownPlantGroups } from '../../lib/plants/shown-plant-groups.ts';
import { MANY_PLANTS } from '../../widgets/plants/plant-choices.ts';
import styles from './ControlRoom.module.css';
import { formatAge } from './format-age.ts';
import { type PlantLine, STATE_STYLES } from './plant-lines.ts';

/** All plants of the user: state, transits of today, newest read, cameras that are off (CAM-02 to CAM-04). */
export function PlantStrip(props: { lines: readonly PlantLine[]; nowMs: number }): ReactElement {
  const t = useT();
  const { lines, nowMs } = props;
  const ready = lines.filter(({ state }) => state === 'live').length;
  return (
    <Panel
      title={t('controlRoom:plants.title')}
      icon="gate"
      padding="text"
      aside={
        <>
          <span>{t('controlRoom:plants.ready', { count: ready, all: lines.length })}</span>
          <Link to="/peer/status">{t('controlRoom:plants.status')}</Link>
        </>
      }
    >
      <GroupedCards lines={lines} nowMs={nowMs} />
    </Panel>
  );
}

/** The cards under the headings of their groups, folded where there are many; without groups one list. */
function GroupedCards(props: { lines: readonly PlantLine[]; nowMs: number }): ReactElement {
  const t = useT();
  const { lines, nowMs } = props;
  const { groups } = useShownPlantGroups();
  if (groups.length === 0) return <PlantCards lines={lines} nowMs={nowMs} />;
  return (
    <>
      {buildPlantSections(lines, groups, ({ peerId }) => peerId).map(({ groupId, name, plants }) => (
        <details key={groupId ?? ''} open={lines.length <= MANY_PLANTS}>
          <summary className={styles.groupHead}>
            {groupId === null ? t('widgets:plants.noGroup') : name}
            <span className={styles.fact}>
              {t('controlRoom:plants.ready', {
                count: plants.filter(({ state }) => state === 'live').length,
                all: plants.length,
              })}
            </span>
          </summary>
          <PlantCards lines={plants} nowMs={nowMs} />
        </details>
      ))}
    </>
  );
}

/** A card for each plant. */
export function PlantCards(props: { lines: readonly PlantLine[]; nowMs: number }): ReactElement {
  const t = useT();
  return (
    <ul className={styles.plants} aria-label={t('controlRoom:plants.title')}>
      {props.lines.map((line) => (
        <PlantCard key={line.peerId} line={line} nowMs={props.nowMs} />
      ))}
    </ul>
  );
}

function PlantCard(props: { line: PlantLine; nowMs: number }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const slow = useSlowPlants();
  const { name, state, watch, peerId } = props.line;
  const [tone, icon] = STATE_STYLES[state];
  const { counts, heardMs } = watch;
  const isLive = state === 'live';
  const isWaiting = state === 'waiting' || state === 'signingIn';
  const word =
    state === 'lost' && heardMs !== null
      ? t('controlRoom:plants.since', { at: formatTime(toInstant(heardMs)) })
      : t(`controlRoom:state.${state}`);
  return (
    <li className={cx(styles.plant, state === 'lost' && styles.lostPlant, !isLive && !isWaiting && styles.away)}>
      <span className={styles.plantHead}>
        <strong>{name}</strong>
        {isLive && counts?.limitazioni.includes('gates') === true && (
          <StatusChip tone="wa" icon="warning" word={t('controlRoom:plants.limited')} size="sm" />
        )}
        {slow.has(peerId) && <StatusChip tone="al" icon="gauge" word={t('controlRoom:plants.slow')} size="sm" />}
      </span>
      <StatusChip tone={tone} icon={icon} word={word} isSpinning={isWaiting} size="sm" />
      {counts !== null && (
        <>
          <span className={styles.plantLine}>
            <span>
              <strong className={styles.plantCount}>{formatInteger(counts.oggi.transiti, language)}</strong>{' '}
              {t('controlRoom:plants.transits')}
            </span>
            <span>
              <Icon name="camera" size="xs" />{' '}
              {t('controlRoom:plants.cameras', {
                on: counts.telecamere.attive - counts.telecamere.ferme,
                all: counts.telecamere.attive,
              })}
            </span>
          </span>
          <span className={styles.fact}>{formatAge(counts, heardMs, isLive ? props.nowMs : null, t)}</span>
        </>
      )}
    </li>
  );
}
