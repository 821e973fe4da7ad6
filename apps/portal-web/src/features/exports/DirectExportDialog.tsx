import { Button, Group, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedExport } from '@varco/contract/portal/saved-export.ts';
import type { ExportOptions } from '@varco/domain/exports/export-status.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { Bytes } from '@varco/vault/bytes.ts';
import { openExportPin } from '@varco/vault/export-key.ts';
import { type ReactElement, type ReactNode, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { saveTextFile } from '../../lib/save-file.ts';
import { translate } from '../../lib/translate.ts';
import { startDirectExport, DelegationRefusedError } from './start-export.ts';
import { notifyExportFault } from './export-faults.ts';
import type { ExportPlant } from './export-plants.ts';
import { EXPORTS_KEY, exportListQuery, fetchParameterFile } from './exports.api.ts';
import styles from './Exports.module.css';

const NOTICE_DURATION_MS = 5_000;

/** A direct export that is to be created, or an existing one, whose PIN only the owner's key can decrypt. */
export type DirectExport =
  | {
      readonly kind: 'new';
      readonly key: Bytes;
      readonly plants: readonly ExportPlant[];
      readonly options: ExportOptions;
      readonly label: string;
    }
  | { readonly kind: 'saved'; readonly key: Bytes | null; readonly saved: SavedExport };

/** T 2.8: what will happen, the PIN in large text, help, and the download of the parameter file. */
export function DirectDialog(props: { work: DirectExport; onClose: () => void }): ReactElement {
  const t = useT();
  const { work, onClose } = props;
  const [made, setMade] = useState<string | null>(work.kind === 'saved' ? work.saved.id : null);
  const [pin, setPin] = useState<string | null>(null);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('exports:direct.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.dialog}>
        <p className={styles.text}>{t('exports:direct.text')}</p>
        {made === null && work.kind === 'new' ? (
          <CreateStep
            work={work}
            onMade={(direct) => {
              setMade(direct.guid);
              setPin(direct.pin);
            }}
          />
        ) : (
          made !== null && <DownloadStep guid={made} knownPin={pin} work={work} />
        )}
        <HelpSection title={t('exports:direct.howOpen')}>
          <p>{t('exports:direct.howOpenText')}</p>
        </HelpSection>
        <HelpSection title={t('exports:direct.howGet')}>
          <p>
            {t('exports:direct.howGetText')}{' '}
            <Link to="/about" className={styles.link} onClick={onClose}>
              {t('exports:direct.howGetLink')}
            </Link>
          </p>
        </HelpSection>
      </div>
    </Modal>
  );
}

function HelpSection(props: { title: string; children: ReactNode }): ReactElement {
  return (
    <details className={styles.help}>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  );
}

function CreateStep(props: {
  work: Extract<DirectExport, { kind: 'new' }>;
  onMade: (made: { guid: string; pin: string }) => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { key, plants, options, label } = props.work;
  const [isRunning, setRunning] = useState(false);
  const [left, setLeft] = useState<readonly ExportPlant[]>([]);
  const requested = plants.filter((one) => !left.includes(one));
  const begin = async (): Promise<void> => {
    setRunning(true);
    try {
      props.onMade(await startDirectExport(key, requested, options, label));
      await client.invalidateQueries({ queryKey: EXPORTS_KEY });
    } catch (error) {
      if (error instanceof DelegationRefusedError) setLeft([...left, ...error.plants]);
      notifyExportFault(error instanceof DelegationRefusedError ? error.cause : error);
      setRunning(false);
    }
  };
  return (
    <>
      {left.length > 0 && (
        <Notice tone="wa" isUrgent>
          {requested.length === 0
            ? t('exports:direct.failed')
            : t('exports:direct.missing', { plants: left.map(({ plant }) => getPlantLabel(plant)).join(', ') })}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button loading={isRunning} disabled={requested.length === 0} onClick={() => void begin()}>
          {t('exports:direct.begin')}
        </Button>
      </Group>
    </>
  );
}

function DownloadStep(props: { guid: string; knownPin: string | null; work: DirectExport }): ReactElement {
  const t = useT();
  const { guid, knownPin, work } = props;
  const list = useQuery(exportListQuery);
  const saved = list.data?.exports.find((one) => one.id === guid) ?? (work.kind === 'saved' ? work.saved : null);
  const config = saved?.direct_export_config ?? null;
  const sealed = config?.sealed_pin ?? null;
  const opened = useQuery({
    queryKey: [...EXPORTS_KEY, 'pin', guid, sealed],
    queryFn: () => (work.key === null || sealed === null ? null : openExportPin(work.key, guid, sealed)),
    enabled: knownPin === null && sealed !== null,
    retry: false,
  });
  const pin = knownPin ?? opened.data ?? null;
  const isExpired = config !== null && config.expires <= now();
  const download = async (): Promise<void> => {
    try {
      const file = await fetchParameterFile(guid);
      saveTextFile(
        `${(saved?.file_name ?? guid).replace(/\.tsexp$/, '')}.tsexp`,
        JSON.stringify(file),
        'application/json',
      );
    } catch (error) {
      notifyExportFault(error);
    }
  };
  return (
    <>
      <section className={styles.pinBox} aria-label={t('exports:direct.pin')}>
        <span className={styles.pinLabel}>{t('exports:direct.pin')}</span>
        <output className={styles.pin}>{pin ?? t('exports:direct.noPin')}</output>
        <Button
          variant="default"
          leftSection={<Icon name="copy" />}
          disabled={pin === null}
          onClick={() => void copyPin(pin ?? '')}
        >
          {t('exports:direct.copy')}
        </Button>
      </section>
      {config !== null && (
        <Notice tone={isExpired ? 'al' : 'in'}>
          {isExpired
            ? t('exports:direct.expired')
            : t('exports:direct.expires', { at: formatDateMinute(config.expires) })}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button leftSection={<Icon name="download" />} disabled={isExpired} onClick={() => void download()}>
          {t('exports:direct.download')}
        </Button>
      </Group>
    </>
  );
}

/** DEX-03: copies the PIN to the clipboard. */
async function copyPin(pin: string): Promise<void> {
  await navigator.clipboard.writeText(pin);
  notify({ text: translate('exports:direct.copied'), type: 'success', timeout: NOTICE_DURATION_MS, link: null });
}
