import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { MIN_NOTE_CHARACTERS, type OwnQuestion } from '@varco/contract/plant/review.ts';
import { formatDateTime, formatMonth } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { OPEN_QUESTIONS } from './case.api.ts';
import { HouseholdForm } from './HouseholdForm.tsx';
import { answerQuestion, ownQuestionsQuery } from './own-questions.api.ts';

const MAX_ANSWER = 2_000;

/** What reviewers of the log asked the user, on all plants, and the declaration of the household's plates. */
export function OwnQuestions({ plants }: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const answers = useQueries({ queries: plants.map(({ credentialId }) => ownQuestionsQuery(credentialId)) });
  const questions = plants.flatMap((plant, at) => (answers[at]?.data ?? []).map((question) => ({ plant, question })));
  const failed = plants.filter((_, at) => answers[at]?.isError === true);
  const keep = ({ credentialId }: PlantSession, changed: OwnQuestion): void => {
    void client.invalidateQueries({ queryKey: [OPEN_QUESTIONS] });
    client.setQueryData(ownQuestionsQuery(credentialId).queryKey, (all) =>
      all?.map((one) => (one.month === changed.month ? changed : one)),
    );
  };
  return (
    <Panel title={t('review:questions')} padding="text">
      <Stack gap={12}>
        {failed.length > 0 && (
          <Notice tone="wa">{t('review:failed', { sources: failed.map(getPlantLabel).join(', ') })}</Notice>
        )}
        {questions.length === 0 && answers.every(({ isPending }) => !isPending) && (
          <Remark>{t('review:questionsNone')}</Remark>
        )}
        {questions.map(({ plant, question }) => (
          <Question
            key={`${plant.credentialId} ${question.month}`}
            title={t('review:questionOf', { plant: getPlantLabel(plant), month: formatMonth(question.month) })}
            question={question}
            onAnswer={(note) => answerQuestion(plant.credentialId, question.month, note)}
            onAnswered={(changed) => keep(plant, changed)}
          />
        ))}
        <HouseholdForm plants={plants} />
      </Stack>
    </Panel>
  );
}

/** One question with its answers, and the form while it is open. */
export function Question(props: {
  title: string;
  question: OwnQuestion;
  onAnswer: (note: string) => Promise<OwnQuestion>;
  onAnswered: (question: OwnQuestion) => void;
}): ReactElement {
  const t = useT();
  const { title, question, onAnswer, onAnswered } = props;
  const [note, setNote] = useState('');
  const send = useMutation({ mutationFn: onAnswer, onSuccess: onAnswered });
  const formatFault = (error: Error): string => {
    if (!(error instanceof ApiError)) return t('errors:code.internal');
    return error.code === 'conflict' ? t('review:answerConflict') : formatError(error.facts, true, t);
  };
  return (
    <section aria-label={title}>
      <b>{title}</b>
      <KeyValueList
        items={question.steps.map(({ id, kind, by, at, note: text }) => ({
          key: String(id),
          label: t(`review:step.${kind}`),
          value: `${formatDateTime(at)} · ${by}: ${text}`,
        }))}
      />
      {question.open && (
        <>
          <Textarea
            label={t('review:answer')}
            description={t('review:answerHint', { min: MIN_NOTE_CHARACTERS })}
            value={note}
            maxLength={MAX_ANSWER}
            autosize
            minRows={2}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {send.isError && (
            <Notice tone="al" isUrgent>
              {formatFault(send.error)}
            </Notice>
          )}
          <Button
            mt={8}
            disabled={note.trim().length < MIN_NOTE_CHARACTERS}
            loading={send.isPending}
            onClick={() => send.mutate(note)}
          >
            {t('review:sendAnswer')}
          </Button>
        </>
      )}
    </section>
  );
}
