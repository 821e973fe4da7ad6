import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatDate } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatFaults } from '../../lib/plants/plant-faults.ts';
import { DueDay } from './DueDay.tsx';
import { ConfirmNumberDialog } from './ConfirmNumberDialog.tsx';
import { FinishDialog } from './FinishDialog.tsx';
import { FoundPanel } from './FoundPanel.tsx';
import { hasRestriction, type RequestBatch, type RequestPart } from './person-batches.ts';
import { eraseOnPlants, restrictOnPlants, searchOnPlants } from './person-requests.api.ts';
import styles from './PersonRequests.module.css';
import { RequestEnd } from './RequestEnd.tsx';
import { RequestSteps } from './RequestSteps.tsx';
import { type RestrictionEnd, RestrictionPanel } from './RestrictionPanel.tsx';

interface DialogProps {
  batch: RequestBatch;
  nameOf: (peerId: number) => string;
  refresh: () => Promise<void>;
  onClose: () => void;
}

/** The dialog above the request. */
type InnerDialog = 'erase' | 'restrict' | 'finish' | RestrictionEnd;

interface InnerProps extends DialogProps {
  dialog: InnerDialog | null;
  onDialog: (dialog: InnerDialog | null) => void;
}

/** A request: what was entered, the steps to its end, what the plants found, and the letter of each plant. */
export function RequestDialog(props: DialogProps): ReactElement {
  const t = useT();
  const { batch, nameOf, refresh, onClose } = props;
  const { first, parts, open } = batch;
  const [dialog, setDialog] = useState<InnerDialog | null>(null);
  const inner = { ...props, dialog, onDialog: setDialog };
  return (
    <Modal
      opened
      onClose={onClose}
      // Escape closes the dialog above it only.
      closeOnEscape={dialog === null}
      size="min(1080px, 96vw)"
      title={t('personRequests:record.title', { reference: first.riferimento })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.record}>
        <RequestFacts batch={batch} />
        {open.length > 0 && <RequestSteps parts={open} nameOf={nameOf} refresh={refresh} />}
        {open.length > 0 && first.tipo === 'rectification' && <Notice tone="in">{t('personRequests:rectify')}</Notice>}
        {first.tipo === 'restriction' && !open.every(FOUND_ACTS.restriction.isDone) && (
          <Notice tone="in">{t('personRequests:restrictHow')}</Notice>
        )}
        {open.some(({ request }) => request.identita !== null) && <RequestWork {...inner} />}
        {open.length > 0 && open.every(({ request }) => request.identita === null) && <FinishButton {...inner} />}
        {parts.some(hasRestriction) && <RestrictionPanel {...inner} parts={parts.filter(hasRestriction)} />}
        {parts.map((part) =>
          part.request.chiusura === null && part.request.cancellazione === null ? null : (
            <RequestEnd key={part.peerId} part={part} plant={nameOf(part.peerId)} />
          ),
        )}
      </div>
    </Modal>
  );
}

/** What was entered, and how identity was proven. */
function RequestFacts({ batch: { first, open, due } }: { batch: RequestBatch }): ReactElement {
  const t = useT();
  const { identita: identity, proroga: extension } = first;
  const period = `${formatDate(first.dal)} – ${formatDate(first.al)}`;
  return (
    <KeyValueList
      items={[
        {
          key: 'due',
          label: t('personRequests:record.due'),
          value: open.length > 0 ? <DueDay day={due} /> : formatDate(due),
        },
        { key: 'person', label: t('personRequests:record.person'), value: first.nome },
        { key: 'contact', label: t('personRequests:record.contact'), value: first.recapito },
        {
          key: 'what',
          label: t('personRequests:record.what'),
          value: `${t(`personRequests:kind.${first.tipo}`)} · ${t(`personRequests:regime.${first.regime}`)}`,
        },
        {
          key: 'vehicle',
          label: t('personRequests:record.vehicle'),
          value: `${first.targa} ${first.nazione} · ${period}`,
        },
        ...(first.prova_periodo === ''
          ? []
          : [{ key: 'proof', label: t('personRequests:record.periodProof'), value: first.prova_periodo }]),
        { key: 'received', label: t('personRequests:record.received'), value: formatDate(first.ricevuta_il) },
        {
          key: 'identity',
          label: t('personRequests:record.identity'),
          value: identity === null ? t('personRequests:record.identityMissing') : identity.prova,
        },
        ...(extension === null
          ? []
          : [{ key: 'extension', label: t('personRequests:record.extension'), value: extension.motivo }]),
      ]}
    />
  );
}

/** Closes a request whose identity was not proven: refused or withdrawn. */
function FinishButton({ batch, nameOf, refresh, dialog, onDialog }: InnerProps): ReactElement {
  const t = useT();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => onDialog('finish')}>
        {t('personRequests:record.end')}
      </Button>
      {dialog === 'finish' && (
        <FinishDialog parts={batch.open} nameOf={nameOf} refresh={refresh} onClose={() => onDialog(null)} />
      )}
    </Group>
  );
}

/** The act that a request asks for once its transits were found, and whether a plant did it. */
const FOUND_ACTS = {
  erasure: { act: 'erase', run: eraseOnPlants, isDone: ({ request }: RequestPart) => request.cancellazione !== null },
  restriction: {
    act: 'restrict',
    run: restrictOnPlants,
    isDone: ({ request }: RequestPart) =>
      (request.limitazione ?? null) !== null || (request.preavviso ?? null) !== null,
  },
} as const;

/** Search over the plants, then deletion or restriction where that was requested, and the end. */
function RequestWork({ batch, nameOf, refresh, dialog, onDialog }: InnerProps): ReactElement {
  const t = useT();
  const { open, first } = batch;
  const [result, setResult] = useState<Awaited<ReturnType<typeof searchOnPlants>> | null>(null);
  const search = useMutation({ mutationFn: () => searchOnPlants(open), onSuccess: setResult });
  const found = (result?.found ?? []).filter(({ peerId }) => open.some((part) => part.peerId === peerId));
  const wanted = first.tipo === 'erasure' || first.tipo === 'restriction' ? FOUND_ACTS[first.tipo] : null;
  const countOf = ({ peerId }: RequestPart): number =>
    found.find((one) => one.peerId === peerId)?.found.trovato.transiti.n ?? 0;
  const affected = open.filter(
    (part) => wanted !== null && !wanted.isDone(part) && found.some(({ peerId }) => peerId === part.peerId),
  );
  return (
    <>
      <Group gap={8}>
        <Button
          variant={affected.length > 0 ? 'default' : 'filled'}
          loading={search.isPending}
          onClick={() => search.mutate()}
        >
          {t('personRequests:record.search')}
        </Button>
        {wanted !== null && affected.length > 0 && (
          <Button color={wanted.act === 'erase' ? 'allarme' : undefined} onClick={() => onDialog(wanted.act)}>
            {t(`personRequests:${wanted.act}.open`)}
          </Button>
        )}
        <Button variant="default" onClick={() => onDialog('finish')}>
          {t('personRequests:record.end')}
        </Button>
      </Group>
      {search.isPending && <WaitingLine>{t('personRequests:record.searching')}</WaitingLine>}
      {result !== null && result.faults.length > 0 && (
        <Notice tone="al" isUrgent>
          {formatFaults(result.faults, nameOf, t)}
        </Notice>
      )}
      {found.map(({ peerId, found: of }) => (
        <FoundPanel key={peerId} plant={nameOf(peerId)} found={of} />
      ))}
      {wanted !== null && dialog === wanted.act && (
        <ConfirmNumberDialog
          act={wanted.act}
          parts={affected}
          countOf={countOf}
          run={() => wanted.run(affected, countOf)}
          nameOf={nameOf}
          onDone={async () => {
            await refresh();
            setResult(await searchOnPlants(open));
          }}
          onClose={() => onDialog(null)}
        />
      )}
      {dialog === 'finish' && (
        <FinishDialog parts={open} nameOf={nameOf} refresh={refresh} onClose={() => onDialog(null)} />
      )}
    </>
  );
}
