import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertPerson } from '@varco/contract/plant/alert-people.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatCallError } from '../../lib/notices/error-text.ts';
import { usePlant } from '../../lib/plants/use-plants.ts';
import { SaveDialog } from '../../widgets/forms/SaveDialog.tsx';
import styles from './alerts.module.css';
import { INTERFORCE_TONES } from './interforce-tones.ts';
import { decideInterforceRequest } from './people.api.ts';
import { formatPersonName } from './BlacklistNotificationTable.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';

interface Decision {
  readonly person: AlertPerson;
  readonly isEnabled: boolean;
}

/** People who asked for the INTERFORCE list or have it; for a manager of the plant. */
export function InterforceRequests({ peerId, isInside }: { peerId: number; isInside: boolean }): ReactElement {
  const t = useT();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const title = t('channels:interforce.requests');
  return (
    <>
      <h2 className={styles.subtitle}>{title}</h2>
      {!isInside && <Notice tone="wa">{t('channels:interforce.outside')}</Notice>}
      <PeopleSearch
        peerId={peerId}
        label={title}
        isInterforce
        columns={(['person', 'group', 'state', 'since', 'acts'] as const).map((column) =>
          t(`channels:interforce.columns.${column}`),
        )}
        emptyText={t('channels:interforce.nobody')}
        renderRow={(person) => (
          <RequestRow key={person.id} peerId={peerId} person={person} isInside={isInside} onDecide={setDeciding} />
        )}
      />
      {deciding !== null && <DecisionDialog peerId={peerId} wish={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function RequestRow(props: {
  peerId: number;
  person: AlertPerson;
  isInside: boolean;
  onDecide: (decision: Decision) => void;
}): ReactElement {
  const { peerId, person, isInside, onDecide } = props;
  const t = useT();
  const me = usePlant(peerId)?.login?.username;
  const { interforze: standing, chiesta_il: requested, decisa_il: decided } = person;
  const since = decided ?? requested;
  const name = formatPersonName(person);
  const mayDecide = isInside && person.username !== me;
  return (
    <TableRow>
      <td>{name}</td>
      <td>{person.group}</td>
      <td>
        <StatusChip
          tone={INTERFORCE_TONES[standing]}
          variant="tint"
          word={t(`channels:interforce.standing.${standing}`)}
        />
      </td>
      <td>
        {since === null ? '–' : formatDateTime(since)}
        {person.verifica !== '' && ` · ${person.verifica}`}
      </td>
      <td>
        <Group gap={6}>
          {standing === 'asked' && (
            <Button
              size="compact-xs"
              disabled={!mayDecide}
              aria-label={t('channels:interforce.enableName', { name })}
              onClick={() => onDecide({ person, isEnabled: true })}
            >
              {t('channels:interforce.enable')}
            </Button>
          )}
          {standing !== 'no' && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={!mayDecide}
              aria-label={t(`channels:interforce.takeName.${standing}`, { name })}
              onClick={() => onDecide({ person, isEnabled: false })}
            >
              {t(`channels:interforce.take.${standing}`)}
            </Button>
          )}
        </Group>
      </td>
    </TableRow>
  );
}

/** A decision requires a note on how the person was verified, or why it was refused. */
function DecisionDialog(props: { peerId: number; wish: Decision; onClose: () => void }): ReactElement {
  const { peerId, wish: request, onClose } = props;
  const { person, isEnabled } = request;
  const t = useT();
  const client = useQueryClient();
  const form = useForm({ initialValues: { note: '' } });
  const note = form.values.note.trim();
  const decide = useMutation({
    mutationFn: () => decideInterforceRequest(peerId, person.id, isEnabled, note),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ['alert-people', peerId] }),
  });
  const act = person.interforze === 'no' ? 'asked' : person.interforze;
  const title = isEnabled ? t('channels:interforce.enable') : t(`channels:interforce.take.${act}`);
  const { error } = decide;
  return (
    <SaveDialog
      title={`${title}: ${formatPersonName(person)}`}
      size="small"
      saveLabel={title}
      canSave={note.length >= 3}
      isSaving={decide.isPending}
      error={error === null ? null : formatCallError(error, t)}
      onSave={() => decide.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t(isEnabled ? 'channels:interforce.verified' : 'channels:interforce.why')}
        description={isEnabled ? t('channels:interforce.verifiedHint') : undefined}
        maxLength={200}
        {...form.getInputProps('note')}
      />
    </SaveDialog>
  );
}
