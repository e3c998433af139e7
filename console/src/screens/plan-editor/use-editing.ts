import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Athlete, type DraftRequest, type Form, faultsOf, requestOf } from './form.ts';
import { draftOf, type OnDevice, type StoredDraft, useKeeping } from './kept-draft.ts';
import { type Draft, editorState, type Refusal, reduce } from './plan-state.ts';
import { type OpenStream, useMaking } from './use-making.ts';

const M_PER_KM = 1_000;
const M_PER_MILE = 1_609.344;

/** With what the editor begins. */
export type Beginning = {
  readonly draft: Draft;
  readonly draft_id: string | null;
  readonly revision: number | null;
  readonly is_sent: boolean;
  /** What another device or tab kept meanwhile, where this one has something of its own. */
  readonly conflict: StoredDraft | null;
  readonly stream: OnDevice['stream'];
};

export type Editing = ReturnType<typeof useEditing>;

/** The plan that is being written, and all that can be done with it. */
export function useEditing({
  begin,
  onNamed,
}: {
  readonly begin: Beginning;
  readonly onNamed: (draft_id: string) => void;
}) {
  const org_id = useOrgId();
  const format = useFormat();
  const titleOf = useTitleOf();
  const [state, dispatch] = useReducer(reduce, begin.draft, editorState);
  const [stream, setStream] = useState<OpenStream | null>(begin.stream);
  const [isTried, setTried] = useState(false);
  const { draft, task } = state;
  const making = useMaking({ dispatch, onStream: setStream, titleOf });
  const adopt = useCallback((other: Draft) => dispatch({ type: 'adopt', draft: other }), []);
  const keeping = useKeeping({
    ...{ org_id, draft, begin, stream, onNamed },
    onOther: (stored: StoredDraft) => {
      const name = draft.athlete?.user_id === stored.athlete_id ? draft.athlete.name : '';
      adopt({ ...draftOf(stored, draft.form, name) });
    },
  });
  const unit_m = format.units === 'metric' ? M_PER_KM : M_PER_MILE;
  const requestWith = (form: Form, athlete: Athlete | null): DraftRequest =>
    requestOf(form, { org_id, athlete, unit_m });
  const request = requestWith(draft.form, draft.athlete);

  const change = (what: string, changes: Partial<Draft>): void =>
    dispatch({ type: 'change', change: what, draft: changes, at: performance.now() });
  const makeDraft = (): void => {
    setTried(true);
    if (faultsOf(draft.form).length === 0) void making.makeDraft(request);
  };
  const makeWeeks = (text = draft.text): void => {
    setTried(true);
    if (text !== '' && faultsOf(draft.form).length === 0)
      void making.makeWeeks({ ...request, refined_draft: text });
  };
  const resume = useEffectEvent((): void => {
    if (begin.stream === null) return;
    const { kind, place, text } = begin.stream;
    const from = { ...place, number: 0 };
    if (kind === 'draft') void making.makeDraft(request, from);
    else void making.makeWeeks({ ...request, refined_draft: text }, from);
  });
  useEffect(() => resume(), []);

  return {
    ...{ state, dispatch, draft, task, isTried, keeping, request, change, makeDraft, makeWeeks },
    isRunning: task.what !== 'nothing',
    stop: making.stop,
    undo: (by: 1 | -1): void => dispatch({ type: by === -1 ? 'undo' : 'redo' }),
    again: ({ of }: Refusal): void => (of === 'draft' ? makeDraft() : makeWeeks()),
    makeWeekAnew: (week: number) =>
      void making.makeWeekAnew({ ...request, seed: draft.form.seed + 1 }, week, draft),
    setForm: (form: Form) => change('typing', { form }),
    setAthlete: (athlete: Athlete | null) =>
      change('athlete', {
        athlete,
        form:
          athlete === null && draft.form.event === 'next'
            ? { ...draft.form, event: 'half_marathon' as const }
            : draft.form,
      }),
  };
}

/** How a plan is called that nobody has named: what it trains for, and the month of the race. */
function useTitleOf(): (request: DraftRequest) => string {
  const say = useSay();
  const format = useFormat();
  return ({ goal }) => {
    if (goal == null) return say('plan-editor.title.none');
    const event = say(`plan-editor.event.${goal.event}`);
    return goal.race_date == null
      ? event
      : say('plan-editor.title.race', { event, month: format.month(goal.race_date) });
  };
}
