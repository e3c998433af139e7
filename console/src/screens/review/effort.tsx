import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue } from '../../offline/queue.tsx';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure, reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { activityKey } from './activity.ts';
import style from './review.module.css';

type Feedback = Schemas['OwnFeedback'] | null;
type Change = { readonly rpe?: number | null; readonly note?: string | null };
const EFFORTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const keyOf = (activity_id: string) => [...activityKey('own', activity_id), 'feedback'];

/** How hard it was, in ten boxes, and a note: one's own words about the run. */
export function Effort(props: { readonly activity_id: string; readonly isWanted: boolean }) {
  const { activity_id, isWanted } = props;
  const say = useSay();
  const change = useChange(activity_id);
  const [typed, setTyped] = useState<string>();
  const feedback = useQuery({
    queryKey: keyOf(activity_id),
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<Feedback> => {
      const path = { activity_id };
      const { data } = await ask(api.GET('/activities/{activity_id}/feedback', { signal, params: { path } }));
      return data.feedback;
    },
  });
  if (feedback.isError)
    return (
      <Failure
        error={feedback.error}
        what={say('review.effort.failed')}
        retry={() => void feedback.refetch()}
      />
    );
  const given = feedback.data ?? null;
  const note = typed ?? given?.note ?? '';
  return (
    <section className={style.effort} aria-labelledby="effort-title">
      <h2 id="effort-title">{say('review.effort')}</h2>
      <RadioGroup
        aria-labelledby="effort-title"
        orientation="horizontal"
        className={style.boxes ?? ''}
        value={given?.rpe == null ? null : String(given.rpe)}
        isDisabled={!feedback.isSuccess}
        onChange={(value) => void change({ rpe: Number(value) }, given)}
      >
        {EFFORTS.map((effort) => (
          <Radio
            key={effort}
            value={String(effort)}
            className={style.box ?? ''}
            aria-label={say('review.effort.of', { effort })}
          >
            {effort}
          </Radio>
        ))}
      </RadioGroup>
      <p className={`axis third ${style.ends}`} aria-hidden="true">
        <span>{say('review.effort.least')}</span>
        <span>{say('review.effort.most')}</span>
      </p>
      <Field
        label={say('review.note')}
        value={note}
        rows={note.length > 80 ? 4 : 2}
        maxLength={2_000}
        isDisabled={!feedback.isSuccess}
        onChange={setTyped}
      />
      {typed !== undefined && typed !== (given?.note ?? '') && (
        <Button
          look="main"
          size="small"
          onPress={async () => {
            if (await change({ note: typed.trim() === '' ? null : typed }, given)) setTyped(undefined);
          }}
        >
          {say('review.note.keep')}
        </Button>
      )}
    </section>
  );
}

/** Shows at once what is said, sends it or lets it wait for a network, and offers to undo it. */
function useChange(activity_id: string) {
  const say = useSay();
  const cache = useQueryClient();
  const queue = useQueue();
  const { offerUndo, tell, tellFault } = useNotices();
  const key = keyOf(activity_id);
  const send = (body: Change): Promise<'sent' | 'queued'> =>
    queue.send({
      method: 'PATCH',
      path: '/activities/{activity_id}/feedback',
      params: { activity_id },
      body: { ...body, occurred_at: new Date().toISOString() },
      said: say('review.effort.said'),
      changes: [key],
    });
  const show = (body: Change): void => {
    cache.setQueryData<Feedback>(key, (before) => ({ ...(before ?? noFeedback(activity_id)), ...body }));
  };
  return async (body: Change, before: Feedback): Promise<boolean> => {
    const earlier: Change = {
      ...('rpe' in body && { rpe: before?.rpe ?? null }),
      ...('note' in body && { note: before?.note ?? null }),
    };
    show(body);
    try {
      const how = await send(body);
      if (how === 'queued') tell(say('review.queued'));
      offerUndo({
        said: say('review.effort.kept'),
        undo: async () => {
          show(earlier);
          await send(earlier);
        },
      });
      return true;
    } catch (error) {
      show(earlier);
      tellFault(reasonOf(error, say));
      return false;
    }
  };
}

function noFeedback(activity_id: string): NonNullable<Feedback> {
  return {
    id: '',
    kind: 'activity',
    activity_id,
    workout: null,
    told_at: '',
    rpe: null,
    feel: null,
    rated_at: null,
    session_load: null,
    note: null,
    skipped: null,
    pain: null,
  };
}
