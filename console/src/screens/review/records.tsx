import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { type Activity, activityKey } from './activity.ts';
import style from './review.module.css';

/** How far around a run those are looked for that may be the same one. */
const AROUND_MS = 12 * 60 * 60 * 1_000;

/** Of which recordings a run is made; one can be parted from it, another run joined to it. */
export function Records({
  activity,
  onClose,
}: {
  readonly activity: Activity;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { id: activity_id, start_time } = activity;
  const records = useQuery({
    queryKey: [...activityKey('own', activity_id), 'records'],
    queryFn: async ({ signal }) => {
      const params = { path: { activity_id } };
      return (await ask(api.GET('/activities/{activity_id}/records', { signal, params }))).data.records;
    },
  });
  const near = useQuery({
    queryKey: ['runs', 'near', activity_id],
    queryFn: async ({ signal }) => {
      const [from = '', to = ''] = [-AROUND_MS, AROUND_MS].map((by) =>
        new Date(Date.parse(start_time) + by).toISOString(),
      );
      const { data } = await ask(
        api.GET('/activities', { signal, params: { query: { from, to, limit: 20 } } }),
      );
      return data.activities.filter(({ id }) => id !== activity_id);
    },
  });
  const { part, join, fault, isSending } = useRulings(activity, onClose);
  return (
    <Dialog title={say('review.records')} isOpen onClose={onClose} wide>
      <p className="second">{say('review.records.text')}</p>
      {records.isPending && <Waiting rows={1} />}
      {records.isError && <Failure error={records.error} what={say('review.records.failed')} />}
      <ul className={style.records}>
        {records.data?.map((record) => (
          <li key={record.id}>
            <RecordLine record={record} />
            {records.data.length > 1 && (
              <Button size="small" isDisabled={isSending} onPress={() => void part(record.id)}>
                {say('review.records.part')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {near.data !== undefined && near.data.length > 0 && (
        <>
          <h3 className={style.nearTitle}>{say('review.records.near')}</h3>
          <ul className={style.records}>
            {near.data.map((other) => (
              <li key={other.id}>
                <NearLine activity={other} />
                <Button size="small" isDisabled={isSending} onPress={() => void join(other.id)}>
                  {say('review.records.join')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {fault !== undefined && (
        <p role="alert" className={style.fault}>
          {fault}
        </p>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{say('shell.close')}</Button>
      </DialogButtons>
    </Dialog>
  );
}

function RecordLine({ record }: { readonly record: Schemas['ActivityRecord'] }) {
  const say = useSay();
  const format = useFormat();
  const facts = [
    format.moment(record.start_time),
    format.duration(record.duration_s),
    ...(record.distance_m === null ? [] : [format.distance(record.distance_m)]),
    ...(record.device_name === null ? [] : [record.device_name]),
  ];
  return (
    <div>
      <p className="strong">{say(`review.source.${record.source}`)}</p>
      <p className="small second">{facts.join(' · ')}</p>
    </div>
  );
}

function NearLine({ activity }: { readonly activity: Schemas['OwnActivity'] }) {
  const format = useFormat();
  const { name, start_time, timezone, duration_s, distance_m } = activity;
  const facts = [
    format.moment(start_time, timezone),
    format.duration(duration_s),
    ...(distance_m === null ? [] : [format.distance(distance_m)]),
  ];
  return (
    <div>
      <p className="strong">{name}</p>
      <p className="small second">{facts.join(' · ')}</p>
    </div>
  );
}

/** Parts and joins, which can be undone by each other. */
function useRulings(activity: Activity, onClose: () => void) {
  const say = useSay();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { offerUndo } = useNotices();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const path = { activity_id: activity.id };
  const again = (): Promise<unknown> =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['activity', 'own'] }),
      cache.invalidateQueries({ queryKey: ['runs'] }),
    ]);
  const joinTo = async (activity_id: string): Promise<string> => {
    const body = { activity_id };
    const { data } = await ask(api.POST('/activities/{activity_id}/join', { params: { path }, body }));
    await again();
    return data.activity.id;
  };
  const partFrom = async (record_id: string): Promise<string> => {
    const body = { record_id };
    const { data } = await ask(api.POST('/activities/{activity_id}/split', { params: { path }, body }));
    await again();
    return data.activity.id;
  };
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setSending(true);
    setFault(undefined);
    try {
      await act();
      onClose();
    } catch (error) {
      setFault(reasonOf(error, say));
      setSending(false);
    }
  };
  return {
    fault,
    isSending,
    part: (record_id: string) =>
      attempt(async () => {
        const parted = await partFrom(record_id);
        offerUndo({ said: say('review.records.parted'), undo: () => joinTo(parted) });
      }),
    join: (other_id: string) =>
      attempt(async () => {
        const { data } = await ask(
          api.GET('/activities/{activity_id}/records', { params: { path: { activity_id: other_id } } }),
        );
        const [record] = data.records;
        const joined = await joinTo(other_id);
        if (joined !== activity.id) await navigate(`/runs/${joined}`);
        // What was made of one recording is parted from it by that; of several it is done by hand here.
        if (data.records.length === 1 && record !== undefined && joined === activity.id)
          offerUndo({ said: say('review.records.joined'), undo: () => partFrom(record.id) });
      }),
  };
}
