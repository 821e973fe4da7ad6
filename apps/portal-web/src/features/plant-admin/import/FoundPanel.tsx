import { Select, TextInput } from '@mantine/core';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { FileDescription } from '@varco/imports/describe-file.ts';
import { ENCODINGS } from '@varco/imports/inspect-file.ts';
import { TIME_FORMATS } from '@varco/imports/time-format.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { StepProps } from './step-props.ts';
import styles from './Import.module.css';

const DELIMITER_NAMES = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const;
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const AS_FOUND = 'found';
const OWN_PATTERN = 'pattern';

/** Encoding, separator, times and gate of a file, as found and as they can be changed. */
export function FoundPanel(props: StepProps & { description: FileDescription }): ReactElement {
  const t = useT();
  const { state, description, controller } = props;
  const encodings =
    description.encoding === 'mixed' || state.opened?.encoding === 'mixed'
      ? [...ENCODINGS, 'mixed' as const]
      : ENCODINGS;
  return (
    <Panel title={t('fileImport:found.title')} padding="text">
      <div className={styles.fields}>
        <Select
          label={t('fileImport:found.encoding')}
          allowDeselect={false}
          data={encodings.map((value) => ({ value, label: t(`fileImport:encoding.${value}`) }))}
          value={description.encoding}
          onChange={(value) => controller.changeForm({ encoding: encodings.find((one) => one === value) ?? null })}
        />
        <Select
          label={t('fileImport:found.delimiter')}
          allowDeselect={false}
          data={Object.entries(DELIMITER_NAMES).map(([value, name]) => ({
            value,
            label: t(`fileImport:delimiter.${name}`),
          }))}
          value={description.delimiter}
          onChange={(delimiter) => controller.changeForm({ delimiter })}
        />
        <p className={styles.quiet}>
          {t('fileImport:found.header')}:{' '}
          {description.headerLine === 0
            ? t('fileImport:found.noHeader')
            : t('fileImport:found.headerLine', { line: description.headerLine })}
        </p>
        <TimeFormatFields {...props} />
        <Select
          label={t('fileImport:found.zone')}
          searchable
          allowDeselect={false}
          limit={50}
          data={TIME_ZONES}
          value={description.zone ?? state.choice.zone}
          onChange={(zone) => controller.change({ zone })}
        />
        <TimeExamples times={description.times} />
        <Select
          label={t('fileImport:gates.one')}
          description={t('fileImport:gates.oneHint')}
          placeholder={t('fileImport:gates.fromColumn')}
          searchable
          clearable
          limit={50}
          data={state.plantGates.map(({ fullname }) => fullname)}
          value={state.choice.gate}
          onChange={(gate) => controller.change({ gate })}
        />
      </div>
    </Panel>
  );
}

/** A named form of the times, or a pattern, which is tried when the field is left. */
function TimeFormatFields({
  state,
  description,
  controller,
}: StepProps & { description: FileDescription }): ReactElement {
  const t = useT();
  const chosen = state.choice.timeFormat;
  const isNamed = TIME_FORMATS.some((one) => one === chosen);
  const [isOwn, setOwn] = useState(chosen !== null && !isNamed);
  const [text, setText] = useState(chosen !== null && !isNamed ? chosen : '');
  const { timeFormat } = description;
  const found = timeFormat !== null && 'named' in timeFormat ? t(`fileImport:format.${timeFormat.named}`) : null;
  const asFound =
    chosen === null && found !== null
      ? t('fileImport:found.asFound', { format: found })
      : t('fileImport:found.notFound');
  const choose = (value: string | null): void => {
    setOwn(value === OWN_PATTERN);
    if (value !== OWN_PATTERN) controller.change({ timeFormat: value === AS_FOUND ? null : value });
  };
  const apply = (): void => {
    if (text.trim() !== '' && text !== chosen) controller.change({ timeFormat: text.trim() });
  };
  return (
    <>
      <Select
        label={t('fileImport:found.timeFormat')}
        allowDeselect={false}
        data={[
          { value: AS_FOUND, label: asFound },
          ...TIME_FORMATS.map((value) => ({ value: value as string, label: t(`fileImport:format.${value}`) })),
          { value: OWN_PATTERN, label: t('fileImport:found.ownPattern') },
        ]}
        value={isOwn ? OWN_PATTERN : isNamed ? chosen : AS_FOUND}
        onChange={choose}
      />
      {isOwn && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <TextInput
            label={t('fileImport:found.pattern')}
            description={t('fileImport:found.timeFormatHint')}
            maxLength={100}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={apply}
          />
        </form>
      )}
    </>
  );
}

function TimeExamples({ times }: { times: FileDescription['times'] }): ReactElement | null {
  const t = useT();
  if (times.length === 0) return null;
  return (
    <SimpleTable
      label={t('fileImport:found.times')}
      caption={t('fileImport:found.times')}
      density="dense"
      isFramed
      columns={[
        { key: 'text', title: t('fileImport:found.timeInFile') },
        { key: 'read', title: t('fileImport:found.timeRead') },
      ]}
    >
      {times.map(({ text, at }) => (
        <TableRow key={text} tone={at === null ? 'al' : undefined}>
          <td className={styles.mono}>{text}</td>
          <td>{at === null ? t('fileImport:found.notATime') : formatDateTime(at)}</td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}
