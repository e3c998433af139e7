import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { ApiError } from '../client/errors.ts';
import { useNotices } from '../notices/notices.tsx';
import { useIsOnline } from '../offline/use-is-online.ts';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { useOrgId } from '../shell/role.ts';
import type { Edit } from './athlete-weeks.ts';

type Action = Schemas['CalendarAction'];
type Outcome = Pick<Schemas['CalendarActionAnswer']['data'], 'refused' | 'undo_token'> & {
  /** Whose days were changed. */
  readonly changed: readonly string[];
};
type Refused = Schemas['RefusedChange'];

/** The mark that a workout was done without a recording, to be set or taken away. */
type Mark = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  readonly done_elsewhere: boolean;
};

/** One thing that a coach does: what is sent, one after the other, and what it makes of the days that are shown. */
export type Order = {
  readonly actions: readonly Action[];
  readonly marks?: readonly Mark[];
  readonly edits: readonly { readonly user_ids: readonly string[]; readonly edit: Edit }[];
  /** What was done for whom, in words. */
  readonly said: (user_ids: ReadonlySet<string>) => string;
};
/** Something done that can be undone. */
type Step = { readonly said: string; readonly tokens: readonly string[]; readonly withdraw: () => void };
/** How far a change of many athletes is. */
export type Progress = { readonly done: number; readonly of: number };

/** As many as the server changes by one call. */
const MOST_ATHLETES = 500;
/** They are sent one by one. */
const MOST_MARKS = 50;
const POLL_MS = 700;

/** Where days are kept that changes are shown in: what queries have, by how their keys begin, and how days are changed in it. */
export type Shown<Data> = {
  readonly queryKey: QueryKey;
  readonly change: (data: Data, user_ids: ReadonlySet<string>, edit: Edit) => Data;
};

/** Changes of the calendar: shown at once, sent in their order, each undone by one step. */
export function useCalendarActions<Data>({ queryKey, change }: Shown<Data>) {
  const say = useSay();
  const org_id = useOrgId();
  const cache = useQueryClient();
  const isOnline = useIsOnline();
  const { offerUndo, tell, tellFault } = useNotices();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [progress, setProgress] = useState<Progress | null>(null);
  const line = useRef<{ last: Promise<unknown>; waiting: number }>({ last: Promise.resolve(), waiting: 0 });

  /** Work in its turn; what is shown is asked anew when nothing else waits. */
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    line.current.waiting += 1;
    const turn = line.current.last.then(work).finally(() => {
      line.current.waiting -= 1;
      setProgress(null);
      if (line.current.waiting === 0) void cache.invalidateQueries({ queryKey });
    });
    line.current.last = turn.catch(() => undefined);
    await turn;
  };

  const undo = async (step: Step): Promise<void> => {
    step.withdraw();
    setSteps((before) => before.filter((one) => one !== step));
    await inTurn(async () => {
      for (const undo_token of step.tokens.toReversed())
        await settled(
          org_id,
          await ask(
            api.POST('/organizations/{org_id}/calendar/actions/undo', {
              params: { path: { org_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
              body: { undo_token },
            }),
          ),
          setProgress,
        );
    });
  };

  /** Offers to undo what was done: for ten seconds beside it, and as long as the page is open by ⌘Z. */
  const keep = (said: string, tokens: readonly string[]): void => {
    const step: Step = {
      ...{ said, tokens },
      withdraw: offerUndo({ said, undo: () => undo(step) }),
    };
    setSteps((now) => [...now.slice(-19), step]);
  };

  const act = async ({ actions, marks = [], edits, said }: Order): Promise<void> => {
    if (!isOnline) {
      tellFault(say('calendar.fault.offline'));
      return;
    }
    if (actions.some(({ athlete_ids }) => athlete_ids.length > MOST_ATHLETES)) {
      tellFault(say('calendar.fault.tooMany', { count: MOST_ATHLETES }));
      return;
    }
    if (marks.length > MOST_MARKS) {
      tellFault(say('calendar.fault.tooManyMarks', { count: MOST_MARKS }));
      return;
    }
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueriesData<Data>({ queryKey });
    for (const { user_ids, edit } of edits)
      cache.setQueriesData<Data>({ queryKey }, (data) => data && change(data, new Set(user_ids), edit));
    await inTurn(async () => {
      const outcomes: Outcome[] = [];
      try {
        for (const body of actions) outcomes.push(await send(org_id, body, setProgress));
        for (const one of marks) outcomes.push(await mark(org_id, one));
      } catch (error) {
        for (const [key, pages] of before) cache.setQueryData(key, pages);
        tellFault(
          error instanceof ApiError && error.code === 'feature_not_enabled'
            ? say('calendar.fault.feature')
            : reasonOf(error, say),
        );
      }
      report(outcomes, said);
    });
  };

  const report = (outcomes: readonly Outcome[], said: Order['said']): void => {
    const tokens = outcomes.flatMap(({ undo_token }) => (undo_token === null ? [] : [undo_token]));
    const changed = new Set(outcomes.flatMap((one) => one.changed));
    const refused = outcomes
      .flatMap((one) => one.refused)
      .filter(({ reason }) => changed.size === 0 || reason !== 'no_workout');
    if (tokens.length > 0) keep(said(changed), tokens);
    const [first] = refused;
    if (first === undefined) return;
    const told = say('calendar.refused', { count: refused.length, why: whyOf(first, say) });
    if (changed.size === 0) tellFault(told);
    else tell(told);
  };

  const last = steps.at(-1);
  return {
    act,
    /** Something that was done elsewhere and is offered to be undone here; what is shown is asked anew. */
    keep: (said: string, tokens: readonly string[]): void => {
      keep(said, tokens);
      void cache.invalidateQueries({ queryKey });
    },
    refresh: (): void => void cache.invalidateQueries({ queryKey }),
    progress,
    last: last?.said ?? null,
    undoLast: async (): Promise<void> => {
      if (last === undefined) return;
      try {
        await undo(last);
      } catch (error) {
        const isOld = error instanceof ApiError && error.code === 'changed_since';
        tellFault(isOld ? say('calendar.fault.changedSince') : say('shell.undo.failed'));
      }
    },
  };
}

async function send(
  org_id: string,
  body: Action,
  tellProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const answer = await ask(
    api.POST('/organizations/{org_id}/calendar/actions', {
      params: { path: { org_id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
      body,
    }),
  );
  return await settled(org_id, answer, tellProgress);
}

async function mark(org_id: string, { done_elsewhere, ...where }: Mark): Promise<Outcome> {
  const { data } = await ask(
    api.PATCH('/organizations/{org_id}/athletes/{user_id}/plans/{plan_id}/workouts/{workout_id}', {
      params: { path: { org_id, ...where }, header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { done_elsewhere },
    }),
  );
  return { changed: [where.user_id], refused: data.refused, undo_token: data.undo_token };
}

type Answer = Schemas['CalendarActionAnswer'] | Schemas['CalendarJobAnswer'];

/** What was done: at once, or by a job, which is asked how far it is until it has ended. */
async function settled(
  org_id: string,
  answer: Answer,
  tellProgress: (progress: Progress) => void,
): Promise<Outcome> {
  if ('changes' in answer.data) {
    const { changes, refused, undo_token } = answer.data;
    return { changed: changes.map(({ user_id }) => user_id), refused, undo_token };
  }
  let { job } = answer.data;
  while (job.state === 'waiting' || job.state === 'running') {
    tellProgress({ done: job.done, of: job.of });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = (await askJob(org_id, job.id)).job;
  }
  if (job.state === 'failed') throw new Error(job.failure ?? 'failed');
  const athletes: Schemas['CalendarJobAthlete'][] = [];
  let cursor: string | null | undefined;
  do {
    const page = await askJob(org_id, job.id, cursor ?? undefined);
    athletes.push(...page.athletes);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return {
    changed: athletes.flatMap(({ user_id, changes }) => (changes.length > 0 ? [user_id] : [])),
    refused: athletes.flatMap(({ refused }) => refused),
    undo_token: job.undo_token,
  };
}

async function askJob(
  org_id: string,
  calendar_job_id: string,
  cursor?: string,
): Promise<Schemas['CalendarJobAnswer']['data']> {
  const { data } = await ask(
    api.GET('/organizations/{org_id}/calendar/jobs/{calendar_job_id}', {
      params: {
        path: { org_id, calendar_job_id },
        query: { limit: 100, ...(cursor !== undefined && { cursor }) },
      },
    }),
  );
  return data;
}

/** Why something stayed as it was, in words. */
export function whyOf({ reason }: Pick<Refused, 'reason'>, say: ReturnType<typeof useSay>): string {
  return say(`calendar.why.${reason}`);
}
