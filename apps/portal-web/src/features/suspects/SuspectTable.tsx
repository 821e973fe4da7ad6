import type { Suspect } from '@varco/contract/plant/suspects.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useIsPhone } from '../../lib/phone.ts';
import { ContextDialog } from './ContextDialog.tsx';
import { HoverPreview, useHoveredRow } from './HoverPreview.tsx';
import { ScoreExplanation } from './ScoreExplanation.tsx';
import { openTransitList } from './open-transit-list.ts';
import type { SuspectResult } from './suspect-controller.ts';
import { type CellsProps, PhoneCells, WideCells } from './SuspectCells.tsx';
import styles from './Suspects.module.css';

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
