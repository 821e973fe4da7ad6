import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { AUDIT_FORMATS, type AuditFilter } from '@varco/contract/audit-log.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { toRomeDay } from '../../lib/rome-days.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type AuditSource, fetchAuditFile } from '../../lib/audit/audit.api.ts';

export interface LogToolsProps {
  /** The question that was answered; null: its entries cannot be exported. */
  readonly filter: AuditFilter | null;
  readonly sources: ReadonlyMap<AuditSource, string>;
  /** False until something was answered. */
  readonly canUse: boolean;
  readonly onPrint: () => void;
  /** A print is being prepared. */
  readonly isPrinting?: boolean;
}

type Format = (typeof AUDIT_FORMATS)[number];

const NOTICE_MS = 8_000;

/** Export and print of the answered question. */
export function LogTools(props: LogToolsProps): ReactElement {
  const t = useT();
  const { filter, sources, canUse, onPrint, isPrinting = false } = props;
  return (
    <>
      {filter !== null && <LogExport filter={filter} sources={sources} canUse={canUse} />}
      <Button
        variant="default"
        leftSection={<Icon name="print" />}
        disabled={!canUse}
        loading={isPrinting}
        onClick={onPrint}
      >
        {t('audit:print')}
      </Button>
    </>
  );
}

function LogExport(props: {
  filter: AuditFilter;
  sources: ReadonlyMap<AuditSource, string>;
  canUse: boolean;
}): ReactElement {
  const t = useT();
  const { filter, sources, canUse } = props;
  const run = useMutation({ mutationFn: (format: Format) => saveAuditFiles(t, { ...filter, format }, sources) });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} disabled={!canUse} loading={run.isPending}>
          {t('audit:export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {AUDIT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => run.mutate(format)}>
            {t(format === 'csv' ? 'audit:exportCsv' : 'audit:exportLines')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saves one file of each log, because each is signed and verified for itself; says which logs gave none. */
async function saveAuditFiles(
  t: Translate,
  query: AuditFilter & { readonly format: Format },
  sources: ReadonlyMap<AuditSource, string>,
): Promise<void> {
  const names = [...sources];
  const files = await Promise.allSettled(names.map(([source]) => fetchAuditFile(source, query)));
  let saved = 0;
  for (const [index, file] of files.entries()) {
    const name = names[index]?.[1] ?? '';
    if (file.status === 'fulfilled') {
      saveFile(`registro-${toFileName(name)}-${toRomeDay(now())}.${query.format}`, file.value);
      saved += 1;
    } else notify({ text: formatExportFailure(t, name, file.reason), type: 'error', timeout: NOTICE_MS, link: null });
  }
  if (saved > 0)
    notify({ text: t('audit:exportDone', { count: saved }), type: 'success', timeout: NOTICE_MS, link: null });
}

const toFileName = (label: string): string => label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

const formatExportFailure = (t: Translate, source: string, error: unknown): string =>
  t(error instanceof ApiError && error.subCode === 'too_many_rows' ? 'audit:tooMany' : 'audit:exportFailed', {
    source,
  });
