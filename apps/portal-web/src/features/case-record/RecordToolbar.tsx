import { Button, Select } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { Toolbar, ToolbarEnd, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import type { ReactElement } from 'react';
import type { AuditSource } from '../../lib/audit/audit.api.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';
import { useT } from '../../lib/i18n.tsx';
import { LogTools, type LogToolsProps } from '../../widgets/log/LogTools.tsx';
import { countKinds, listPeople, RECORD_KINDS, type RecordFilter } from './record-kinds.ts';

export type RecordView = 'timeline' | 'transits';

/** Back, the view, what of the record is shown, and its print. Filters act on what is loaded and ask no plant. */
export function RecordToolbar(props: {
  rows: readonly SourcedEntry[];
  sources: ReadonlyMap<AuditSource, string>;
  filter: RecordFilter;
  view: RecordView;
  backText: string;
  tools: LogToolsProps;
  onBack: () => void;
  onFilter: (filter: RecordFilter) => void;
  onView: (view: RecordView) => void;
}): ReactElement {
  const t = useT();
  return (
    <Toolbar>
      <Button variant="default" leftSection={<Icon name="chevronLeft" />} onClick={props.onBack}>
        {props.backText}
      </Button>
      <Segmented
        label={t('caseRecord:views')}
        options={[
          { id: 'timeline', label: t('caseRecord:timeline') },
          { id: 'transits', label: t('caseRecord:transits') },
        ]}
        value={props.view}
        onChange={props.onView}
      />
      <RecordFilters {...props} />
      <ToolbarEnd>
        <LogTools {...props.tools} />
      </ToolbarEnd>
    </Toolbar>
  );
}

/** Value of a choice that restricts nothing. */
const ANY = '';

function RecordFilters(props: Parameters<typeof RecordToolbar>[0]): ReactElement {
  const t = useT();
  const { rows, sources, filter, onFilter } = props;
  const kinds = countKinds(rows);
  const people = listPeople(rows);
  const choice = (
    label: string,
    any: string,
    options: readonly { readonly value: string; readonly label: string }[],
    value: string | null,
    onChoose: (value: string | null) => void,
  ): ReactElement => (
    <Select
      w={190}
      label={label}
      data={[{ value: ANY, label: any }, ...options]}
      allowDeselect={false}
      value={value ?? ANY}
      onChange={(chosen) => onChoose(chosen === null || chosen === ANY ? null : chosen)}
    />
  );
  return (
    <ToolbarGroup label={t('caseRecord:filters')}>
      {choice(
        t('caseRecord:kindLabel'),
        t('caseRecord:anyKind'),
        kinds.map(([kind, count]) => ({ value: kind, label: `${t(`caseRecord:kind.${kind}`)} (${count})` })),
        filter.kind,
        (value) => onFilter({ ...filter, kind: RECORD_KINDS.find((kind) => kind === value) ?? null }),
      )}
      {people.length > 1 &&
        choice(
          t('audit:person'),
          t('caseRecord:anyPerson'),
          people.map((name) => ({ value: name, label: name })),
          filter.person,
          (person) => onFilter({ ...filter, person }),
        )}
      {sources.size > 1 &&
        choice(
          t('audit:plant'),
          t('caseRecord:anyPlant'),
          [...sources].map(([value, label]) => ({ value, label })),
          filter.source,
          (source) => onFilter({ ...filter, source }),
        )}
    </ToolbarGroup>
  );
}
