import { useInfiniteQuery, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { firstOfTriage, takeEarlyBody } from '../../client/early-answers.ts';
import { useFormat } from '../../format.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import { useNotices } from '../../notices/notices.tsx';
import { useQueue, type Write } from '../../offline/queue.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';
import { triageCountKey } from '../../shell/triage-count.tsx';

type TriagePage = Schemas['TriageList'];
export type Athlete = Schemas['TriageAthlete'];
export type Reason = Athlete['reasons'][number];
export type Filter = { readonly group_id: string | null; readonly isMine: boolean };

/** What a coach decided: handled, later, or back on the list. */
type Decision =
  | { readonly state: 'handled'; readonly note?: string }
  | { readonly state: 'later'; readonly until: string; readonly note?: string }
  | { readonly state: 'back' };
type Decided = { readonly athlete: Athlete; readonly decision: Decision };

const PAGE_SIZE = 100;
const keyOf = (org_id: string) => ['triage', org_id] as const;
/** A reason of these makes somebody be looked at first. */
const FIRST: readonly Reason['code'][] = ['pain_reported', 'message_unanswered', 'key_session_missed'];

/** Everybody of the organization section by section, as the coach has decided at this moment. */
export function useTriage({ group_id, isMine }: Filter) {
  const org_id = useOrgId();
  const { user_id } = useSession().profile;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(org_id), 'list', { group_id, isMine }],
    initialPageParam: undefined as string | undefined,
    initialData: () => {
      if (group_id !== null || isMine) return undefined;
      const page = takeEarlyBody(firstOfTriage(location.origin, org_id)) as TriagePage | undefined;
      return page && { pages: [page], pageParams: [undefined] };
    },
    queryFn: ({ pageParam, signal }): Promise<TriagePage> =>
      ask(
        api.GET('/organizations/{org_id}/triage', {
          signal,
          params: {
            path: { org_id },
            query: {
              state: 'all',
              limit: PAGE_SIZE,
              ...(group_id !== null && { group_id }),
              ...(isMine && { coach_id: user_id }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  useChanges(org_id);
  const decisions = useDecisions(org_id);
  const athletes = useMemo(() => {
    const all = query.data?.pages.flatMap((page) => page.data.athletes) ?? [];
    // Somebody may move from one page to another between two answers.
    const once = new Map(all.map((athlete) => [athlete.user_id, athlete]));
    return [...once.values()].map((athlete) => asDecided(athlete, decisions.get(athlete.user_id), user_id));
  }, [query.data, decisions, user_id]);
  const newest = query.data?.pages.at(-1)?.data;
  const cache = useQueryClient();
  const openCount = newest?.counts.open;
  useEffect(() => {
    if (openCount !== undefined) cache.setQueryData(triageCountKey(org_id), openCount);
  }, [cache, org_id, openCount]);
  return { query, athletes, counts: newest?.counts, pending_athletes: newest?.pending_athletes ?? 0 };
}

/** What another coach decides, and what athletes do, is seen without asking again by hand. */
function useChanges(org_id: string): void {
  const cache = useQueryClient();
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type === 'triage.changed' && event.org_id === org_id)
          void cache.invalidateQueries({ queryKey: keyOf(org_id) });
      },
      [cache, org_id],
    ),
  );
}

/** Decisions that the lists of the server do not have yet: those on their way, and those that wait for a network. */
function useDecisions(org_id: string): ReadonlyMap<string, Decision> {
  const { waiting } = useQueue();
  const onTheirWay = useMutationState({
    filters: { mutationKey: keyOf(org_id), status: 'pending' },
    select: ({ state }) => state.variables as Decided,
  });
  return useMemo(
    () =>
      new Map([
        ...waiting.flatMap((write) => decisionOf(write, org_id)),
        ...onTheirWay.map(({ athlete, decision }) => [athlete.user_id, decision] as const),
      ]),
    [waiting, onTheirWay, org_id],
  );
}

const MARK = '/organizations/{org_id}/triage/{user_id}/mark';

function decisionOf(write: Write, org_id: string): (readonly [string, Decision])[] {
  if (write.path !== MARK || write.params.org_id !== org_id) return [];
  return [[write.params.user_id, write.method === 'DELETE' ? { state: 'back' } : (write.body as Decision)]];
}

function asDecided(athlete: Athlete, decision: Decision | undefined, marked_by: string): Athlete {
  if (decision === undefined) return athlete;
  if (decision.state === 'back') {
    const isFirst = athlete.reasons.some(({ code }) => FIRST.includes(code));
    return { ...athlete, section: isFirst ? 'first' : 'then', mark: null };
  }
  const until = decision.state === 'later' ? decision.until : null;
  const { note = '' } = decision;
  const marked_at = new Date().toISOString();
  return {
    ...athlete,
    section: decision.state,
    mark: { state: decision.state, note, until, marked_by, marked_at },
  };
}

/** Marks athletes for all coaches of the organization, and offers to undo it. */
export function useMarks() {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const say = useSay();
  const format = useFormat();
  const { send } = useQueue();
  const { offerUndo, tellFault } = useNotices();
  const { mutateAsync } = useMutation({
    mutationKey: keyOf(org_id),
    // One after the other, so that what is taken back is there already.
    scope: { id: `triage ${org_id}` },
    mutationFn: ({ athlete, decision }: Decided) =>
      send({
        path: MARK,
        params: { org_id, user_id: athlete.user_id },
        ...(decision.state === 'back' ? { method: 'DELETE' } : { method: 'PUT', body: decision }),
        said: saidOf({ athlete, decision }),
        changes: [keyOf(org_id)],
      }),
    // Until the list is as decided the row stays where it was put.
    onSettled: () => cache.invalidateQueries({ queryKey: [...keyOf(org_id), 'list'] }),
  });

  function saidOf({ athlete, decision }: Decided): string {
    const name = athlete.display_name;
    if (decision.state === 'handled') return say('triage.done.handled', { name });
    if (decision.state === 'back') return say('triage.done.back', { name });
    return say('triage.done.later', { name, day: format.moment(decision.until) });
  }

  /** `undone` is called when it was taken back. */
  return async (athlete: Athlete, decision: Decision, undone?: () => void): Promise<void> => {
    const { mark } = athlete;
    const before: Decision =
      decision.state !== 'back' || mark === null
        ? { state: 'back' }
        : mark.until === null
          ? { state: 'handled', note: mark.note }
          : { state: 'later', until: mark.until, note: mark.note };
    const done = mutateAsync({ athlete, decision });
    offerUndo({
      said: saidOf({ athlete, decision }),
      undo: async () => {
        undone?.();
        await mutateAsync({ athlete, decision: before });
      },
    });
    try {
      await done;
    } catch (error) {
      tellFault(say('triage.notDone', { name: athlete.display_name, why: reasonOf(error, say) }));
    }
  };
}
