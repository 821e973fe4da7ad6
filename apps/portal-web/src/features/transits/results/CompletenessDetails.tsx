import { Popover } from '@mantine/core';
import type { MeasuredMisreads } from '@varco/contract/plant/transits.ts';
import type { Completeness, PlantCompleteness } from '@varco/domain/federation/completeness.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import type { CallTiming, TimedPart } from '../../../lib/plants/call-timing.ts';
import { useCallTimings } from '../../../lib/plants/response-times.ts';
import styles from './CompletenessDetails.module.css';
import { getFailureTextKey } from './failure-text.ts';
import { formatAge } from './format-age.ts';

/**
 * One sentence about a plant's share of the result: rows returned, rows withheld and why, and how fresh the data is.
 * `count` is the exact number of rows, or null while unknown; the received rows are then a lower bound. `misreads` are what
 * its cameras confuse, where that widened the search.
 */
export function describePlantOutcome(
  t: Translate,
  plant: PlantCompleteness,
  count: number | null,
  misreads?: MeasuredMisreads,
): string {
  const { outcome: answer } = plant;
  if (answer.state === 'notAsked') return t(`transits:completeness.notAsked.${answer.reason}`);
  if (answer.state === 'pending') return t('transits:completeness.receiving');
  if (answer.state === 'error')
    return t('transits:completeness.failed', { cause: t(getFailureTextKey(answer.failure)) });
  const reasons =
    answer.state === 'partial' ? answer.reasons.map((reason) => t(`transits:completeness.partial.${reason}`)) : [];
  const age =
    plant.newestReadAgeMs === null
      ? t('transits:completeness.noReads')
      : t('transits:completeness.newest', { age: formatAge(t, plant.newestReadAgeMs) });
  const rows =
    count === null
      ? t('transits:completeness.rowsAtLeast', { count: plant.rows })
      : t('transits:completeness.rows', { count });
  return [rows, age, ...reasons, ...(misreads === undefined ? [] : describeMisreads(t, misreads))].join(' \u00b7 ');
}

/** Which measured pairs widened the search, and how many did not fit into it. */
const describeMisreads = (t: Translate, { usati, esclusi }: MeasuredMisreads): readonly string[] => [
  ...(usati.length === 0
    ? []
    : [
        t('transits:completeness.misreads', {
          count: usati.length,
          pairs: usati
            .map(({ letta, giusta }) => t('transits:completeness.misread', { read: letta, actual: giusta }))
            .join(', '),
        }),
      ]),
  ...(esclusi === 0 ? [] : [t('transits:completeness.misreadsLeftOut', { count: esclusi })]),
];

interface DetailsProps {
  readonly completeness: Completeness;
  readonly labelOf: (plantId: string) => string;
  readonly counts: ReadonlyMap<string, number>;
  readonly misreads: ReadonlyMap<string, MeasuredMisreads>;
}

/** The expandable details of the completeness line: one sentence per plant. */
export function CompletenessDetails(props: DetailsProps): ReactElement {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(460px, calc(100vw - 16px))"
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <IconButton
            icon="info"
            size="sm"
            name={t('transits:completeness.open')}
            isExpanded={isOpen}
            onClick={() => setOpen((open) => !open)}
          />
        </span>
      </Popover.Target>
      {/* Many plants are more than a phone is high: it scrolls, by keyboard too. */}
      <Popover.Dropdown className={styles.dropdown} tabIndex={0}>
        {isOpen && <PlantOutcomes {...props} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The sentences, computed only while the details are open. */
function PlantOutcomes({ completeness, labelOf, counts, misreads }: DetailsProps): ReactElement {
  const t = useT();
  const timings = useCallTimings();
  return (
    <KeyValueList
      labelWidth={140}
      items={completeness.plants.map((plant) => ({
        key: plant.plantId,
        label: labelOf(plant.plantId),
        value: (
          <>
            {describePlantOutcome(t, plant, counts.get(plant.plantId) ?? plant.count, misreads.get(plant.plantId))}
            <Timing timing={timings.get(Number(plant.plantId))} />
          </>
        ),
      }))}
    />
  );
}

/** Where the time of a plant's last response went, in a second line; nothing where the plant does not say. */
function Timing({ timing }: { timing: CallTiming | undefined }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (timing === undefined) return null;
  const formatPart = (part: TimedPart | 'network', ms: number): string =>
    t('transits:completeness.timedPart', {
      part: t(`transits:completeness.parts.${part}`),
      ms: formatInteger(ms, language),
    });
  const parts = [...timing.parts.map(({ part, ms }) => formatPart(part, ms)), formatPart('network', timing.networkMs)];
  return (
    <div className={styles.timing}>
      {t('transits:completeness.timing', { ms: formatInteger(timing.elapsedMs, language), parts: parts.join(', ') })}
    </div>
  );
}
