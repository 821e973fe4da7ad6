import { Button } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { GiveDialog } from './GiveDialog.tsx';
import styles from './Handover.module.css';
import { type HandoverBatch, listSignable, listWaiting, type PlantItem, sortItems } from './handover-parts.ts';
import { HandoverHistory } from './HandoverHistory.tsx';
import { OpenItemTable } from './OpenItemTable.tsx';
import { OwnWaiting } from './OwnWaiting.tsx';
import { RecordDialog } from './RecordDialog.tsx';
import { type Handovers, type OpenPlant, useHandovers } from './use-handovers.ts';

const NO_NOTES: ReadonlyMap<string, string> = new Map();

/** What a dialog works on: the id of a hand-over being made, and the key of the one that is shown. */
interface Dialogs {
  readonly giving: string | null;
  readonly shown: string | null;
}

/** /shift (ADR 0055): what is open over all plants, handed over with notes and signed by who takes the next shift. */
export function HandoverScreen(): ReactElement {
  const t = useT();
  const handovers = useHandovers();
  const [notes, setNotes] = useState(NO_NOTES);
  const [dialogs, setDialogs] = useState<Dialogs>({ giving: null, shown: null });
  const show = (key: string): void => setDialogs({ giving: null, shown: key });
  const { batches, open, segments, missing, nameOf, refresh, isPending } = handovers;
  const own = batches.find((batch) => batch.first.da_me && listWaiting(batch).length > 0) ?? null;
  const plants = listGivable(open, own);
  const items = listItems(open);
  const canGive = plants.length > 0 && !isPending;
  const give = (): void => setDialogs({ shown: null, giving: own?.first.lotto ?? crypto.randomUUID() });
  const toSign = batches.find((batch) => listSignable(batch).length > 0);
  useShortcuts(
    { n: () => canGive && give(), s: () => toSign !== undefined && show(toSign.key) },
    dialogs.giving === null && dialogs.shown === null,
  );
  const cut = open.filter(({ open: { oltre } }) => oltre).map(({ name }) => name);
  return (
    <ScreenFrame
      label={t('pages:title.handover')}
      intro={t('handover:intro')}
      ground="plain"
      toolbar={<ScreenToolbar canGive={canGive} onGive={give} onRefresh={refresh} />}
      notices={
        (own !== null || cut.length > 0) && <ListedNotices cut={cut} handovers={handovers} own={own} onShow={show} />
      }
      waiting={isPending && t('common:loading')}
      empty={
        segments.length === 0 && (
          <EmptyState icon="swap" title={t('handover:noPlant')}>
            {t('handover:noPlantText')}
          </EmptyState>
        )
      }
    >
      <div className={styles.parts}>
        <ToSign batches={batches} onShow={show} />
        <OpenItemTable
          items={items}
          notes={notes}
          onNote={(key, note) => setNotes((before) => new Map(before).set(key, note))}
          nameOf={nameOf}
          nowMs={nowMs()}
          isPending={isPending}
          isPartial={missing.length > 0}
          hasAnswer={open.length > 0}
          status={<CompletenessLine segments={segments} onRetry={refresh} />}
        />
        <HandoverHistory batches={batches} nameOf={nameOf} onShow={({ key }) => show(key)} />
      </div>
      <OpenDialogs
        {...{ dialogs, handovers, plants, items, notes }}
        onGiven={() => setNotes(NO_NOTES)}
        onClose={() => setDialogs({ giving: null, shown: null })}
      />
    </ScreenFrame>
  );
}

const listItems = (plants: readonly OpenPlant[]): readonly PlantItem[] =>
  sortItems(plants.flatMap(({ peerId, open: { voci } }) => voci.map((item): PlantItem => ({ peerId, item }))));

function ScreenToolbar(props: { canGive: boolean; onGive: () => void; onRefresh: () => void }): ReactElement {
  const t = useT();
  return (
    <Toolbar>
      <Button leftSection={<Icon name="swap" />} disabled={!props.canGive} onClick={props.onGive}>
        {t('handover:give')}
      </Button>
      <Button variant="default" leftSection={<Icon name="refresh" />} onClick={props.onRefresh}>
        {t('handover:refresh')}
      </Button>
    </Toolbar>
  );
}

/** The dialog in which a hand-over is made, or the one that shows it. */
function OpenDialogs(props: {
  dialogs: Dialogs;
  handovers: Handovers;
  plants: readonly OpenPlant[];
  items: readonly PlantItem[];
  notes: ReadonlyMap<string, string>;
  onGiven: () => void;
  onClose: () => void;
}): ReactElement | null {
  const { dialogs, handovers, plants, items, notes, onGiven, onClose } = props;
  const { batches, missing, nameOf, refresh } = handovers;
  const close = (): void => {
    onClose();
    refresh();
  };
  const record = batches.find(({ key }) => key === dialogs.shown);
  if (dialogs.giving !== null)
    return (
      <GiveDialog
        {...{ batch: dialogs.giving, plants, missing, notes }}
        items={items.filter((of) => plants.some(({ peerId }) => peerId === of.peerId))}
        onGiven={(isDone) => {
          if (!isDone) return;
          onGiven();
          close();
        }}
        onClose={close}
      />
    );
  return record === undefined ? null : (
    <RecordDialog batch={record} nameOf={nameOf} onSigned={refresh} onClose={onClose} />
  );
}

/** Plants that can record a hand-over now: those without a part of the one that waits, which is repeated for them. */
const listGivable = (open: readonly OpenPlant[], own: HandoverBatch | null): readonly OpenPlant[] =>
  open.filter(({ peerId }) => own?.parts.some((part) => part.peerId === peerId) !== true);

/** Plants with more open than is listed, and the own hand-over that waits. */
function ListedNotices(props: {
  cut: readonly string[];
  handovers: Handovers;
  own: HandoverBatch | null;
  onShow: (key: string) => void;
}): ReactElement {
  const t = useT();
  const { cut, handovers, own, onShow } = props;
  return (
    <>
      {own !== null && <OwnWaiting batch={own} {...handovers} onShow={() => onShow(own.key)} />}
      {cut.length > 0 && <Notice tone="wa">{t('handover:open.cut', { plants: cut.join(', ') })}</Notice>}
    </>
  );
}

/** Hand-overs that wait for this person. */
function ToSign(props: { batches: readonly HandoverBatch[]; onShow: (key: string) => void }): ReactElement | null {
  const t = useT();
  const waiting = props.batches.filter((batch) => listSignable(batch).length > 0);
  if (waiting.length === 0) return null;
  return (
    <Panel title={t('handover:toSign')} icon="swap">
      <ul className={styles.list}>
        {waiting.map(({ key, first }) => (
          <li key={key} className={styles.row}>
            <span>
              {first.da}
              <span className={styles.second}>
                <Moment at={first.il} form="minute" />
              </span>
            </span>
            <Button onClick={() => props.onShow(key)} aria-label={`${t('handover:readAndSign')}: ${first.da}`}>
              {t('handover:readAndSign')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
