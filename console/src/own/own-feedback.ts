import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { useNotices } from '../notices/notices.tsx';
import { useQueue, type Write } from '../offline/queue.tsx';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { OWN_CALENDAR } from './own-days.ts';

/** What an athlete said of a run or of a planned workout. */
export type Told = {
  readonly rpe: number | null;
  readonly feel: number | null;
  readonly note: string | null;
  readonly pain: Schemas['Pain'];
  readonly skipped: Schemas['Skip'];
};
/** What it is said of. */
export type ToldOf =
  | { readonly activity_id: string }
  | { readonly plan_id: string; readonly workout_id: string };

const OWN_FEEDBACK = ['own-feedback'] as const;
const NOTHING: Told = { rpe: null, feel: null, note: null, pain: null, skipped: null };
type Parts = Readonly<Record<string, Partial<Told>>>;

/** Under what it is kept what was said of it. */
const keyOf = (of: ToldOf): string =>
  'activity_id' in of ? of.activity_id : `${of.plan_id}/${of.workout_id}`;

const OF_ACTIVITY = '/activities/{activity_id}/feedback';
const OF_WORKOUT = '/plans/mine/{plan_id}/workouts/{workout_id}/feedback';

/** What one said lately, and how one says more. */
export function useOwnFeedback() {
  return useTold(OWN_FEEDBACK, async (signal) => {
    const { data } = await ask(api.GET('/feedback', { signal, params: { query: { limit: 100 } } }));
    return data.feedback;
  });
}

/** What one said of one run, however long ago, and how one says more. */
export function useFeedbackOf(activity_id: string) {
  return useTold([...OWN_FEEDBACK, activity_id], async (signal) => {
    const params = { path: { activity_id } };
    const { data } = await ask(api.GET('/activities/{activity_id}/feedback', { signal, params }));
    return data.feedback === null ? [] : [data.feedback];
  });
}

/** What is asked for, with what waits for a network already in it. */
function useTold(
  queryKey: readonly string[],
  find: (signal: AbortSignal) => Promise<readonly Schemas['OwnFeedback'][]>,
) {
  const say = useSay();
  const cache = useQueryClient();
  const { waiting, send } = useQueue();
  const { tellFault, offerUndo } = useNotices();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Parts> => Object.fromEntries((await find(signal)).flatMap(entryOf)),
  });
  const told = useMemo(() => withWaiting(query.data ?? {}, waiting), [query.data, waiting]);
  const give = async (of: ToldOf, part: Partial<Told>, said: string): Promise<void> => {
    const key = keyOf(of);
    await cache.cancelQueries({ queryKey: OWN_FEEDBACK });
    cache.setQueryData<Parts>(queryKey, (before = {}) => ({
      ...before,
      [key]: { ...before[key], ...part },
    }));
    const body = { ...part, occurred_at: new Date().toISOString() };
    try {
      const rest = { method: 'PATCH', body, said, changes: [OWN_FEEDBACK, OWN_CALENDAR] } as const;
      await send(
        'activity_id' in of
          ? { ...rest, path: OF_ACTIVITY, params: { activity_id: of.activity_id } }
          : { ...rest, path: OF_WORKOUT, params: { plan_id: of.plan_id, workout_id: of.workout_id } },
      );
    } catch (error) {
      tellFault(reasonOf(error, say));
      void cache.invalidateQueries({ queryKey: OWN_FEEDBACK });
    }
  };
  return {
    error: query.isError && query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    toldOf: (of: ToldOf): Told => ({ ...NOTHING, ...told[keyOf(of)] }),
    isWaiting: (of: ToldOf): boolean => waiting.some((write) => saidIn(write)?.key === keyOf(of)),
    /** Says a part of it and offers to take that back. */
    tell: async (of: ToldOf, part: Partial<Told>, said: string): Promise<void> => {
      const before: Told = { ...NOTHING, ...told[keyOf(of)] };
      const names = Object.keys(part) as (keyof Told)[];
      const old = Object.fromEntries(names.map((name) => [name, before[name]]));
      offerUndo({ said, undo: () => give(of, old, said) });
      await give(of, part, said);
    },
  };
}

function entryOf(one: Schemas['OwnFeedback']): [string, Partial<Told>][] {
  const { rpe, feel, note, pain, skipped } = one;
  const told = { rpe, feel, note, pain, skipped };
  if (one.activity_id !== null) return [[keyOf({ activity_id: one.activity_id }), told]];
  if (one.workout === null) return [];
  return [[keyOf(one.workout), told]];
}

/** What a write says of a run or a workout; null where it says nothing of one. */
function saidIn(write: Write): { readonly key: string; readonly part: Partial<Told> } | null {
  if (write.method !== 'PATCH') return null;
  if (write.path !== OF_ACTIVITY && write.path !== OF_WORKOUT) return null;
  const { occurred_at: _, ...part } = write.body;
  return { key: keyOf(write.params), part: part as Partial<Told> };
}

function withWaiting(told: Parts, waiting: readonly Write[]): Parts {
  const after = new Map(Object.entries(told));
  for (const write of waiting) {
    const said = saidIn(write);
    if (said !== null) after.set(said.key, { ...after.get(said.key), ...said.part });
  }
  return Object.fromEntries(after);
}
