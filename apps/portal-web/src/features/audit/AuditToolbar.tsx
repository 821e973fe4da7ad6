import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import type { AuditFilter } from '@varco/contract/audit-log.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Toolbar, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { now } from '../../lib/clock.ts';
import { formatReason, useOfferedReasons } from '../../lib/plants/offered-reasons.ts';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { type AuditDraft, createAuditDraft, type DraftField, findDraftFaults, toAuditFilter } from './audit-draft.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { LogTools, type LogToolsProps } from '../../widgets/log/LogTools.tsx';
import { formatAction, LISTED_ACTIONS } from '../../lib/audit/audit-text.ts';

interface FieldsProps {
  readonly draft: AuditDraft;
  readonly faults: ReadonlySet<DraftField>;
  readonly onChange: (change: Partial<AuditDraft>) => void;
}

/** The filters; nothing is asked before "Search", because every question is an entry in the log. */
export function AuditToolbar(props: {
  /** Filters set from an entry. */
  preset: Partial<Pick<AuditFilter, 'user' | 'plate'>>;
  tools: LogToolsProps;
  /** Switch to the other view. */
  views: ReactNode;
  onAsk: (filter: AuditFilter) => void;
}): ReactElement {
  const t = useT();
  const { preset, tools, onAsk } = props;
  const [draft, setDraft] = useState<AuditDraft>(() => ({ ...createAuditDraft(now()), ...preset }));
  const [isChecked, setChecked] = useState(false);
  const [hasMore, setMore] = useState(false);
  // Fields are drawn anew when cleared: a day that cannot be read is only in its field, not in the draft.
  const [clearings, setClearings] = useState(0);
  const faults = isChecked ? findDraftFaults(draft) : new Set<DraftField>();
  const fields: FieldsProps = { draft, faults, onChange: (change) => setDraft({ ...draft, ...change }) };
  const submit = (): void => {
    setChecked(true);
    if (findDraftFaults(draft).size === 0) onAsk(toAuditFilter(draft));
  };
  const clear = (): void => {
    setDraft(createAuditDraft(now()));
    setClearings(clearings + 1);
  };
  return (
    <Toolbar label={t('pages:title.audit')} isSearch onSubmit={submit}>
      {props.views}
      <MainFields key={clearings} {...fields} />
      {hasMore && <MoreFields {...fields} />}
      <ToolbarGroup>
        <Button type="submit" leftSection={<Icon name="search" />}>
          {t('audit:search')}
        </Button>
        <Button variant="default" aria-expanded={hasMore} onClick={() => setMore(!hasMore)}>
          {t(hasMore ? 'audit:less' : 'audit:more')}
        </Button>
        <Button variant="default" onClick={clear}>
          {t('audit:clear')}
        </Button>
      </ToolbarGroup>
      <LogTools {...tools} />
    </Toolbar>
  );
}

function MainFields({ draft, faults, onChange }: FieldsProps): ReactElement {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <>
      <TextInput
        ref={box}
        w={120}
        label={t('audit:plate')}
        autoComplete="off"
        maxLength={64}
        value={draft.plate}
        error={faults.has('plate') && t('audit:plateFault')}
        onChange={(event) => onChange({ plate: event.currentTarget.value })}
      />
      <TextInput
        w={150}
        label={t('audit:person')}
        autoComplete="off"
        maxLength={254}
        value={draft.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
      <TextInput
        w={110}
        label={t('audit:case')}
        autoComplete="off"
        maxLength={80}
        value={draft.case}
        onChange={(event) => onChange({ case: event.currentTarget.value })}
      />
      <ToolbarGroup>
        {(['from', 'to'] as const).map((name) => (
          <ClockField
            key={name}
            label={t(`audit:${name}`)}
            value={draft[name]}
            usualTime={null}
            isOptional
            w={136}
            onValue={(day) => onChange({ [name]: day })}
          />
        ))}
      </ToolbarGroup>
    </>
  );
}

function MoreFields({ draft, faults, onChange }: FieldsProps): ReactElement {
  const t = useT();
  const text = (name: 'ip' | 'transit' | 'minCount', label: string, fault: string): ReactElement => (
    <TextInput
      key={name}
      w={160}
      label={label}
      autoComplete="off"
      maxLength={45}
      value={draft[name]}
      error={faults.has(name) && fault}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Select
        w={260}
        searchable
        label={t('audit:action')}
        data={[
          { value: '', label: t('audit:anyAction') },
          ...LISTED_ACTIONS.map((value) => ({ value, label: formatAction(t, value) })),
        ]}
        value={draft.action}
        onChange={(value) => onChange({ action: value ?? '' })}
      />
      <ReasonField chosen={draft.reason} onChoose={(reason) => onChange({ reason })} />
      {text('ip', t('audit:ip'), t('audit:ipFault'))}
      {text('transit', t('audit:transit'), t('audit:transitFault'))}
      {text('minCount', t('audit:minCount'), t('audit:minCountFault'))}
      <Checkbox
        label={t('audit:onlyFailed')}
        checked={draft.onlyFailed}
        onChange={(event) => onChange({ onlyFailed: event.currentTarget.checked })}
      />
    </>
  );
}

/** Reasons that the signed-in plants offer, and the chosen one when none of them does. */
function ReasonField({ chosen, onChoose }: { chosen: string; onChoose: (code: string) => void }): ReactElement {
  const t = useT();
  const offered = useOfferedReasons();
  const codes = new Set([...offered.map(({ code }) => code), ...(chosen === '' ? [] : [chosen])]);
  return (
    <Select
      w={220}
      searchable
      label={t('audit:reason')}
      data={[
        { value: '', label: t('audit:anyReason') },
        ...[...codes].map((value) => ({ value, label: formatReason(value, offered) })),
      ]}
      value={chosen}
      onChange={(value) => onChoose(value ?? '')}
    />
  );
}
