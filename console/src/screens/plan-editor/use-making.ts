import { useCallback, useEffect, useRef } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import type { DraftRequest } from './form.ts';
import { type DraftEvent, makePlan, type PlanEvent, StreamFault, stopMaking } from './make-plan.ts';
import { type Action, type Draft, NOTHING_SAID, type Said } from './plan-state.ts';
import type { StreamPlace } from './read-events.ts';

/** A stream that is being read, so that it can be gone on with when the page is opened anew. */
export type OpenStream = {
  readonly kind: 'draft' | 'plan';
  readonly place: StreamPlace;
  readonly text: string;
};

/** `isAgain`: it was begun before the page was opened. */
type Current = { readonly controller: AbortController; readonly isAgain: boolean; place: StreamPlace | null };

/** What makes drafts, weeks of them, and one week anew; each ends what was being made before. */
export function useMaking(of: {
  readonly dispatch: (action: Action) => void;
  readonly onStream: (stream: OpenStream | null) => void;
  /** How a plan is called that nobody has given a name. */
  readonly titleOf: (request: DraftRequest) => string;
}) {
  const { dispatch, onStream, titleOf } = of;
  const current = useRef<Current | null>(null);

  const end = useCallback((): void => {
    const making = current.current;
    current.current = null;
    making?.controller.abort();
    if (making?.place != null) void stopMaking(making.place);
  }, []);
  // Who leaves the page is not worked for.
  useEffect(() => end, [end]);

  const begin = (isAgain = false): Current => {
    end();
    const making: Current = { controller: new AbortController(), isAgain, place: null };
    current.current = making;
    return making;
  };
  /** Says what went wrong, unless it was stopped or something else was begun since. */
  const attempt = async (
    what: 'draft' | 'plan' | 'week',
    making: Current,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (current.current !== making) return;
      if (making.isAgain && error instanceof ApiError && error.status === 404) {
        // It ended before the page was opened anew, and is not kept any more.
        current.current = null;
        onStream(null);
        dispatch({ type: 'stopped' });
        return;
      }
      dispatch({
        type: 'refused',
        refusal: { of: what, error, ...(error instanceof StreamFault && { words: error.message }) },
      });
    }
    if (current.current === making) {
      current.current = null;
      onStream(null);
    }
  };
  const streamed = (
    making: Current,
    kind: 'draft' | 'plan',
    request: DraftRequest,
    from: StreamPlace | null,
  ) =>
    ({
      request,
      from,
      signal: making.controller.signal,
      onPlace: (place: StreamPlace) => {
        making.place = place;
        onStream({ kind, place, text: request.refined_draft ?? '' });
      },
      onLost: (isLost: boolean) => dispatch({ type: 'lost', isLost }),
    }) as const;

  /** The weeks of a text, one after the other. */
  const makeWeeks = async (request: DraftRequest, from: StreamPlace | null = null): Promise<void> => {
    const making = begin(from !== null);
    dispatch({ type: 'begin', what: 'plan' });
    await attempt('plan', making, async () => {
      const text = request.refined_draft ?? '';
      for await (const events of makePlan('plan', streamed(making, 'plan', request, from)))
        for (const event of events) takePlanEvent(event, text, dispatch);
    });
  };

  /** A text of what is asked for, and then its weeks. */
  const makeDraft = async (request: DraftRequest, from: StreamPlace | null = null): Promise<void> => {
    const making = begin(from !== null);
    dispatch({ type: 'begin', what: 'draft' });
    let text: string | null = null;
    await attempt('draft', making, async () => {
      for await (const events of makePlan('draft', streamed(making, 'draft', request, from)))
        for (const event of events)
          text = takeDraftEvent(event, { dispatch, title: titleOf(request) }) ?? text;
    });
    if (text !== null) await makeWeeks({ ...request, refined_draft: text });
  };

  const makeWeekAnew = async (request: DraftRequest, week_number: number, draft: Draft): Promise<void> => {
    const making = begin();
    dispatch({ type: 'begin', what: 'week', week: week_number });
    await attempt('week', making, async () => {
      const { data } = await ask(
        api.POST('/plans/draft/week', {
          signal: making.controller.signal,
          body: { ...request, refined_draft: draft.text, week_number },
        }),
      );
      const isCurrent = draft.text_of_weeks === draft.text;
      dispatch({
        type: 'made',
        at: performance.now(),
        draft: {
          text: data.draft,
          weeks: { ...draft.weeks, [week_number]: { workouts: data.content, info: data.info } },
          text_of_weeks: isCurrent ? data.draft : null,
          form: { ...draft.form, seed: request.seed ?? 0 },
          said: {
            ...draft.said,
            findings: [...draft.said.findings.filter(({ week }) => week !== week_number), ...data.findings],
          },
        },
      });
    });
  };

  const stop = (): void => {
    if (current.current === null) return;
    end();
    onStream(null);
    dispatch({ type: 'stopped' });
  };
  return { makeDraft, makeWeeks, makeWeekAnew, stop };
}

function takeDraftEvent(
  event: DraftEvent,
  of: { readonly dispatch: (action: Action) => void; readonly title: string },
): string | null {
  if (event.type === 'error') throw new StreamFault(event);
  if (event.type === 'progress') of.dispatch(event);
  if (event.type !== 'result') return null;
  const {
    draft: text,
    readiness,
    findings,
    paces_from,
    not_acted_on,
    understood_as,
    engine,
    goal,
  } = event.data;
  const understood = understoodOf(understood_as);
  const said: Said = {
    ...NOTHING_SAID,
    readiness,
    findings,
    paces_from,
    not_acted_on,
    understood,
    engine,
    goal,
  };
  const draft = { text, said, title: of.title, weeks: {}, text_of_weeks: null };
  of.dispatch({ type: 'made', at: performance.now(), draft });
  return text;
}

function takePlanEvent(event: PlanEvent, text: string, dispatch: (action: Action) => void): void {
  if (event.type === 'error') throw new StreamFault(event);
  if (event.type === 'progress') dispatch(event);
  if (event.type === 'workout') dispatch({ type: 'workout', workout: event.data });
  if (event.type === 'weekly_info') dispatch({ type: 'week', info: event.data });
  if (event.type !== 'result') return;
  const { readiness, findings, not_acted_on, adjusted_weeks, coach_notes, paces_from, engine } = event;
  const understood = understoodOf(event.understood_as);
  const made = { readiness, findings, not_acted_on, adjusted_weeks, coach_notes, paces_from, engine };
  const said = { ...made, understood };
  dispatch({ type: 'weeks_made', text, said });
}

/** The sentences that something was made of. */
function understoodOf({ sources }: Schemas['UnderstoodAs']): readonly string[] {
  return [...new Set(sources.flatMap(({ text }) => text ?? []))];
}
