import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { type FollowedPlate, unfollowPlate } from '../../lib/case-files/case-file.ts';
import { useT } from '../../lib/i18n.tsx';
import { openBlacklistForm } from '../../lib/lists/blacklist-request.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel, usePlant } from '../../lib/plants/use-plants.ts';
import { setSecondView, showOnSecondScreen } from '../../lib/second-screen/second-screen.store.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { newestPassageQueries } from './case-file.api.ts';
import styles from './CaseFile.module.css';
import { FollowForm } from './FollowForm.tsx';
import { mergeNewestPassages, type NewestPassage } from './newest-passages.ts';
import { toSegments } from './plant-answers.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { usePlateBatches } from './use-plate-batches.ts';
import { type PlateComparison, usePlateComparison } from './use-plate-comparison.ts';

/** Plates followed in a case, each with its newest passage over all plants. */
export function FollowedPlates(props: {
  caseNumber: string;
  plates: readonly FollowedPlate[];
  plants: readonly PlantSession[];
}): ReactElement {
  const t = useT();
  const { caseNumber, plates, plants } = props;
  const [removed, setRemoved] = useState<FollowedPlate | null>(null);
  const batches = usePlateBatches(plates.map(({ plate }) => plate));
  const calls = plants.flatMap((plant) =>
    batches.flatMap((batch) => newestPassageQueries(plant.credentialId, batch)).map((query) => ({ plant, query })),
  );
  const answers = useQueries({ queries: calls.map(({ query }) => query) });
  const newest = mergeNewestPassages(
    calls.map(({ plant }, index) => ({
      peerId: plant.peerId,
      transits: answers[index]?.data?.objects ?? [],
    })),
  );
  const comparison = usePlateComparison(newest);
  return (
    <Panel title={t('caseFile:plates.title')} icon="eye" padding="none">
      <div className={styles.form}>
        <FollowForm caseNumber={caseNumber} />
      </div>
      {calls.length > 0 && (
        <CompletenessLine
          segments={toSegments(
            calls.map(({ plant }) => plant),
            answers,
          )}
          onRetry={() => answers.forEach((answer) => answer.isError && void answer.refetch())}
        />
      )}
      <ComparisonLine {...comparison} />
      <FollowedTable
        comparison={comparison}
        plates={plates}
        newest={newest}
        isPending={answers.some(({ isPending }) => isPending)}
        onRemove={setRemoved}
      />
      {removed !== null && (
        <RemoveDialog
          title={t('caseFile:plates.removeTitle', { plate: removed.plate })}
          text={t('caseFile:plates.removeText')}
          label={t('caseFile:removeOne')}
          change={unfollowPlate(caseNumber, removed.plate)}
          onClose={() => setRemoved(null)}
        />
      )}
    </Panel>
  );
}

/** Says that a second plate is awaited. */
function ComparisonLine({ first, cancel }: PlateComparison): ReactElement | null {
  const t = useT();
  if (first === null) return null;
  return (
    <div className={styles.form} role="status">
      {t('caseFile:plates.compareNext', { plate: first })}{' '}
      <TextButton onClick={cancel}>{t('common:cancel')}</TextButton>
    </div>
  );
}

function FollowedTable(props: {
  plates: readonly FollowedPlate[];
  newest: ReadonlyMap<string, NewestPassage>;
  isPending: boolean;
  onRemove: (followed: FollowedPlate) => void;
  comparison: PlateComparison;
}): ReactElement {
  const t = useT();
  return (
    <SimpleTable
      label={t('caseFile:plates.title')}
      empty={props.plates.length === 0 && <p className={styles.none}>{t('caseFile:plates.none')}</p>}
      onNarrow="stack"
      columns={[
        { key: 'plate', title: t('caseFile:plates.plate') },
        { key: 'last', title: t('caseFile:plates.last') },
        { key: 'note', title: t('caseFile:plates.note') },
        { key: 'actions', title: t('caseFile:actions'), isTitleHidden: true },
      ]}
    >
      {props.plates.map((followed) => (
        <FollowedRow
          key={followed.plate}
          followed={followed}
          newest={props.newest.get(followed.plate) ?? null}
          isPending={props.isPending}
          onRemove={() => props.onRemove(followed)}
          isCompared={followed.plate === props.comparison.first}
          onCompare={() => props.comparison.choose(followed.plate)}
        />
      ))}
    </SimpleTable>
  );
}

function FollowedRow(props: {
  followed: FollowedPlate;
  newest: NewestPassage | null;
  isPending: boolean;
  onRemove: () => void;
  isCompared: boolean;
  onCompare: () => void;
}): ReactElement {
  const t = useT();
  const { followed, newest, isPending, onRemove } = props;
  const { plate } = followed;
  return (
    <TableRow>
      <th scope="row">
        <PlateBadge plate={plate} nation={newest === null ? null : newest.transit.nazione || null} />
      </th>
      <td>
        {newest === null ? (
          <span className={styles.second}>{t(isPending ? 'common:loading' : 'caseFile:plates.never')}</span>
        ) : (
          <LastPassage newest={newest} />
        )}
      </td>
      <td className={styles.text}>{followed.note}</td>
      <td className={styles.actions}>
        <PlateActions plate={plate} newest={newest} />
        {newest !== null && (
          <IconButton
            icon="swap"
            size="sm"
            name={t('caseFile:plates.compare', { plate })}
            isOn={props.isCompared}
            onClick={props.onCompare}
          />
        )}
        <IconButton icon="trash" size="sm" name={t('caseFile:plates.remove', { plate })} onClick={onRemove} />
      </td>
    </TableRow>
  );
}

/** Where and when the plate was seen last; opens that transit. */
function LastPassage(props: { newest: NewestPassage }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { transit, peerId, passages } = props.newest;
  const plant = usePlant(peerId);
  const open = (): void => {
    if (showOnSecondScreen({ peerId, transitId: transit.id, plate: transit.targa, tabId: null })) return;
    openWorkspaceTab({ kind: 'transit-detail', peerId, transitId: transit.id, plate: transit.targa });
    void navigate({ to: '/lpr' });
  };
  return (
    <>
      <TextButton onClick={open}>
        <Moment at={transit.data} />
      </TextButton>
      <span className={styles.second}>
        {plant === null ? '' : `${getPlantLabel(plant)} · `}
        {transit.varco} · {t('caseFile:plates.passages', { count: passages })}
      </span>
    </>
  );
}

/** What one does with a followed plate: all its passages, its track, a list that alerts. */
function PlateActions(props: { plate: string; newest: NewestPassage | null }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { plate, newest } = props;
  const rights = usePlant(newest?.peerId ?? 0)?.login?.user ?? null;
  const mayList = rights !== null && canActOnPlant(rights) === null;
  const toWorkspace = (spec: Parameters<typeof openWorkspaceTab>[0]): void => {
    openWorkspaceTab(spec);
    void navigate({ to: '/lpr' });
  };
  return (
    <>
      <IconButton
        icon="search"
        size="sm"
        name={t('caseFile:plates.search', { plate })}
        onClick={() =>
          toWorkspace({
            kind: 'transit-list',
            filter: { plate, period: { kind: 'all' }, hasTaxCodes: false },
            runs: true,
          })
        }
      />
      {newest !== null && (
        <IconButton
          icon="route"
          size="sm"
          name={t('caseFile:plates.track', { plate })}
          onClick={() => {
            const { peerId, transit } = newest;
            if (showOnSecondScreen({ peerId, transitId: transit.id, plate, tabId: null })) setSecondView('map');
            else toWorkspace({ kind: 'transit-map', peerId, plate });
          }}
        />
      )}
      {newest !== null && mayList && (
        <IconButton
          icon="ban"
          size="sm"
          name={t('caseFile:plates.list', { plate })}
          onClick={() => openBlacklistForm({ peerId: newest.peerId, plate })}
        />
      )}
    </>
  );
}
