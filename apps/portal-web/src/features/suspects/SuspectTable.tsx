import { Button } from '@mantine/core';
import type { Suspect } from '@varco/contract/plant/suspects.ts';
import { formatSuspectCode } from '@varco/domain/analysis/suspect-score.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { RowMenu } from '@varco/ui/RowMenu.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { openPlateDialog } from '../../lib/plate-dialog.store.ts';
import { type ActionContext, toSubject } from '../../lib/transit-actions/transit-action.ts';
import { useTransitActions } from '../../lib/transit-actions/use-transit-actions.ts';
import { openTransitDialog } from '../../lib/transit-dialog.store.ts';
import { AlertValue } from '../../widgets/alert/AlertValue.tsx';
import { useNationName } from '../../widgets/nation-name.ts';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { VehicleClassIcon } from '../../widgets/vehicle/VehicleClassIcon.tsx';
import { ContextDialog } from './ContextDialog.tsx';
import { HoverPreview, useHoveredRow } from './HoverPreview.tsx';
import { computeScoreStyle } from './score-style.ts';
import { buildSuspectBody } from './suspect-form.ts';
import type { SuspectState } from './suspect-controller.ts';
import { ScoreExplanation } from './ScoreExplanation.tsx';
import styles from './Suspects.module.css';

type SuspectResult = NonNullable<SuspectState['result']>;

const COLUMNS = ['alerts', 'score', 'detail', 'plate', 'count', 'kind', 'nation', 'code', 'info'] as const;

const PHONE_COLUMNS = ['plate', 'score'] as const;

/** Open dialog over the table. */
type OpenDialog = { readonly kind: 'why' | 'context'; readonly suspect: Suspect } | null;

/** SUS-04: table of signals, score, detail, plate, transits, kind, nation, code and info. */
export function SuspectTable(props: { found: SuspectResult }): ReactElement {
  const t = useT();
  const { found } = props;
  const { peerId, page } = found;
  const [over, setOver] = useState<OpenDialog>(null);
  const hover = useHoveredRow();
  const isPhone = useIsPhone();
  const close = (): void => setOver(null);
  const columns = [
    ...(isPhone ? PHONE_COLUMNS : COLUMNS).map((key) => ({
      key,
      title: key === 'score' ? <ScoreTitle /> : t(`suspects:column.${key}`),
      isNumeric: key === 'count',
    })),
    { key: 'actions', title: t('suspects:column.detail'), isTitleHidden: true },
  ];
  return (
    <>
      <SimpleTable label={t('suspects:table')} columns={columns} isFilling isSingleLine>
        {page.objects.map((suspect) => (
          <SuspectRow
            key={suspect.transit.id}
            suspect={suspect}
            found={found}
            hover={hover}
            isPhone={isPhone}
            onOver={(kind) => setOver({ kind, suspect })}
          />
        ))}
      </SimpleTable>
      <HoverPreview hover={hover} peerId={peerId} />
      {over?.kind === 'why' && (
        <ScoreExplanation
          suspect={over.suspect}
          page={page}
          onList={() => openTransitList(over.suspect, found)}
          onClose={close}
        />
      )}
      {over?.kind === 'context' && <ContextDialog peerId={peerId} transit={over.suspect.transit} onClose={close} />}
    </>
  );
}

/** SUS-04: the score is computed by a formula, which the screen explains. */
function ScoreTitle(): ReactElement {
  const t = useT();
  return (
    <>
      {t('suspects:column.score')}
      <span className={styles.ai} title={t('suspects:aiName')}>
        <Icon name="spark" size="xs" /> {t('suspects:aiScore')}
      </span>
    </>
  );
}

/** SUS-05, readings TA71: opens the transits of the window, on the map with its list. */
const openTransitList = ({ transit }: Suspect, { form }: SuspectResult): void => {
  const { start_time: start, end_time: end } = buildSuspectBody(form);
  openPlateDialog({ plate: transit.targa, mode: 'list', start, end });
};

interface CellsProps {
  readonly suspect: Suspect;
  readonly found: SuspectResult;
  readonly onOver: (kind: 'why' | 'context') => void;
}

function SuspectRow(props: CellsProps & { hover: ReturnType<typeof useHoveredRow>; isPhone: boolean }): ReactElement {
  const { suspect, hover, isPhone } = props;
  return (
    <TableRow
      tone={suspect.high_interest ? 'ac' : undefined}
      onPointerEnter={(event) => hover.enter(suspect.transit, event.currentTarget)}
      onPointerLeave={hover.leave}
    >
      {isPhone ? <PhoneCells {...props} /> : <WideCells {...props} />}
    </TableRow>
  );
}

/** On a phone: plate, score with its signals, and the actions; the rest is in the explanation and in the detail. */
function PhoneCells({ suspect, found, onOver }: CellsProps): ReactElement {
  const { transit } = suspect;
  return (
    <>
      <td>
        <PlateBadge plate={transit.targa} nation={transit.nazione === '' ? null : transit.nazione} />
      </td>
      <td>
        <ScoreBar suspect={suspect} onWhy={() => onOver('why')} />
        <AlertSignals suspect={suspect} />
      </td>
      <td>
        <RowActions suspect={suspect} found={found} onContext={() => onOver('context')} />
      </td>
    </>
  );
}

function WideCells({ suspect, found, onOver }: CellsProps): ReactElement {
  const t = useT();
  const { transit } = suspect;
  const plate = transit.targa;
  const nation = useNationName(transit.nazione);
  return (
    <>
      <td>
        <AlertSignals suspect={suspect} />
      </td>
      <td>
        <ScoreBar suspect={suspect} onWhy={() => onOver('why')} />
      </td>
      <td>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('suspects:openDetail', { plate })}
          onClick={() => openTransitDialog({ peerId: found.peerId, transitId: transit.id })}
        >
          {t('suspects:column.detail')}
        </Button>
      </td>
      <td>
        <PlateBadge plate={plate} nation={transit.nazione === '' ? null : transit.nazione} />
      </td>
      <NumberCell>
        <TransitListButton suspect={suspect} found={found} />
      </NumberCell>
      <td>
        <VehicleClassIcon code={transit.class} isNamed />
      </td>
      <td>{nation}</td>
      <td className={styles.code}>{formatSuspectCode(suspect.code)}</td>
      <td>
        <RegistryInfo suspect={suspect} />
      </td>
      <td>
        <RowActions suspect={suspect} found={found} onContext={() => onOver('context')} />
      </td>
    </>
  );
}

function TransitListButton({ suspect, found }: { suspect: Suspect; found: SuspectResult }): ReactElement {
  const t = useT();
  const language = useLanguage();
  return (
    <TextButton
      icon="list"
      aria-label={t('suspects:openList', { count: suspect.plate_count, plate: suspect.transit.targa })}
      onClick={() => openTransitList(suspect, found)}
    >
      {formatInteger(suspect.plate_count, language)}
    </TextButton>
  );
}

/** Alert icons: registry and list alerts of the vehicle, independent of its movements. */
function AlertSignals({ suspect }: { suspect: Suspect }): ReactElement {
  const t = useT();
  const { transit } = suspect;
  const isListed = transit.allarme !== 'no' && transit.allarme !== '--';
  const hasNone =
    !isListed && !suspect.not_insured && !suspect.not_inspected && !suspect.non_national && transit.rubata !== 'si';
  if (hasNone) return <span className={styles.quiet}>{t('suspects:noAlerts')}</span>;
  return (
    <span className={styles.signals}>
      {isListed && <AlertValue field="allarme" value={transit.allarme} />}
      {transit.rubata === 'si' && <AlertValue field="rubata" value="si" />}
      {suspect.not_insured && <AlertValue field="assicurata" value="no" isNamed />}
      {suspect.not_inspected && <AlertValue field="revisionata" value="no" isNamed />}
      {suspect.non_national && <StatusChip tone="in" icon="map" variant="tint" word={t('suspects:foreign')} />}
    </span>
  );
}

/**
 * SUS-09: bar of full width; its opacity is at least 0.2, and its text dark above 0.75. A click opens the explanation.
 */
function ScoreBar({ suspect, onWhy }: { suspect: Suspect; onWhy: () => void }): ReactElement {
  const t = useT();
  const look = computeScoreStyle(suspect.score_normalized);
  return (
    <button
      type="button"
      className={styles.scoreBar}
      aria-label={t('suspects:scoreName', { score: suspect.score, plate: suspect.transit.targa })}
      onClick={onWhy}
    >
      <span className={styles.fill} style={{ opacity: look.opacity }} aria-hidden="true" />
      <span className={cx(styles.scoreText, look.isDark && styles.dark)}>{suspect.score}</span>{' '}
      <span className={cx(styles.whyWord, look.isDark && styles.dark)}>{t('suspects:why')}</span>
    </button>
  );
}

function RegistryInfo({ suspect }: { suspect: Suspect }): ReactElement {
  const t = useT();
  const words = [
    t(suspect.local_zone ? 'suspects:local' : 'suspects:elsewhere'),
    ...(suspect.visura_ok ? [] : [t('suspects:unchecked')]),
  ];
  return <span className={styles.quiet}>{words.join(', ')}</span>;
}

const ACTION_CONTEXT: ActionContext = {
  place: 'suspects',
  openDetail: ({ peerId, transitId }) => openTransitDialog({ peerId, transitId }),
};

/** SUS-06: action menu of a transit, with the context picture. */
function RowActions(props: { suspect: Suspect; found: SuspectResult; onContext: () => void }): ReactElement {
  const t = useT();
  const { suspect } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const plate = suspect.transit.targa;
  return (
    <>
      <IconButton
        icon="dots"
        size="sm"
        name={t('suspects:actions', { plate })}
        isExpanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      />
      {anchor !== null && <SuspectMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}

function SuspectMenu(props: {
  suspect: Suspect;
  found: SuspectResult;
  anchor: HTMLElement;
  onContext: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { suspect, found, anchor, onContext, onClose } = props;
  const { transit, score } = suspect;
  const items = useTransitActions(toSubject(found.peerId, transit), {
    ...ACTION_CONTEXT,
    score: { modello: 'sospetti', formula: found.page.versione, punteggio: score },
  });
  const context = {
    id: 'context',
    label: t('suspects:context'),
    icon: 'image' as const,
    startsGroup: true,
    disabledReason: transit.has_context_image ? null : t('suspects:noContext'),
    onSelect: onContext,
  };
  return (
    <RowMenu
      anchor={anchor}
      label={t('suspects:actions', { plate: transit.targa })}
      items={[...items, context]}
      onClose={onClose}
    />
  );
}
