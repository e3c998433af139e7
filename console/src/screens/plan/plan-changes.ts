import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import type { Confirmation } from '../../parts/confirm-dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { fetchPlan, type Plan, type PlannedWorkout, planKeys } from '../plans/plan-queries.ts';

type Content = NonNullable<Schemas['ChangePlan']['content']>;
export type GivenWorkout = Content[number];
/** What training judgement says of a plan that was changed. */
export type Finding = Schemas['PlanFinding'];

const MAX_TITLE = 200;

/** Changes of one saved plan, each undone by one step. What is found by the way is handed over. */
export function usePlanChanges(plan: Plan, onFindings: (findings: readonly Finding[]) => void) {
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { offerUndo, tell, tellFault } = useNotices();
  const { org_id, id: plan_id, title } = plan;
  const params = { path: { org_id, plan_id } };
  const again = (): Promise<void> => cache.invalidateQueries({ queryKey: planKeys.all(org_id) });

  const change = async (body: Schemas['ChangePlan']): Promise<void> => {
    const { data } = await ask(api.PATCH('/organizations/{org_id}/plans/{plan_id}', { params, body }));
    cache.setQueryData<Plan>(planKeys.one(org_id, plan_id), data.plan);
    void cache.invalidateQueries({ queryKey: planKeys.list(org_id) });
    if (body.content === undefined) return;
    onFindings(data.findings);
    if (data.skipped.length > 0) tell(say('plans.keptOwn', { count: data.skipped.length }));
  };

  /** One workout as it was stored last, so that what another coach changed meanwhile stays. @param given null takes it out */
  const put = async (workout_id: string, given: GivenWorkout | null): Promise<void> => {
    const { content } = await fetchPlan(org_id, plan_id);
    const others = content.filter(({ id }) => id !== workout_id).map(asGiven);
    await change({ content: given === null ? others : [...others, given] });
  };

  return {
    describe: async (words: { readonly title: string; readonly description: string }): Promise<void> => {
      const before = { title, description: plan.description };
      await change(words);
      offerUndo({ said: say('plans.renamed', { title: words.title }), undo: () => change(before) });
    },
    /** @throws ApiError where the server refuses the workout */
    putWorkout: async (workout: PlannedWorkout, given: GivenWorkout): Promise<void> => {
      await put(workout.id, given);
      offerUndo({
        said: say('plans.workout.changed', { title: given.title, day: format.day(given.date, 'dated') }),
        undo: () => put(workout.id, asGiven(workout)),
      });
    },
    takeOut: async (workout: PlannedWorkout): Promise<void> => {
      await put(workout.id, null);
      offerUndo({
        said: say('plans.workout.takenOut', { title: workout.title, day: format.day(workout.date, 'dated') }),
        undo: () => put(workout.id, asGiven(workout)),
      });
    },
    duplicate: async (): Promise<void> => {
      try {
        const { data } = await saveCopy(plan, say('plans.copyOf', { title }).slice(0, MAX_TITLE));
        const copy = data.plan;
        await again();
        await navigate(`/o/${org_id}/plans/${copy.id}`);
        offerUndo({
          said: say('plans.duplicated', { title }),
          undo: async () => {
            await ask(
              api.DELETE('/organizations/{org_id}/plans/{plan_id}', {
                params: { path: { org_id, plan_id: copy.id } },
              }),
            );
            await again();
            await navigate(`/o/${org_id}/plans/${plan_id}`);
          },
        });
      } catch (error) {
        tellFault(reasonOf(error, say));
      }
    },
    /** What is asked before it is deleted. Where nobody follows it, it can be saved again. */
    removal: (): Confirmation => ({
      title: say('plans.delete.title', { title }),
      text: say('plans.delete.text', { count: plan.assignment_count }),
      verb: say('plans.delete'),
      act: async () => {
        await ask(api.DELETE('/organizations/{org_id}/plans/{plan_id}', { params }));
        await navigate(`/o/${org_id}/plans`);
        await again();
        const said = say('plans.deleted', { title });
        if (plan.assignment_count > 0) tell(said);
        else
          offerUndo({
            said,
            undo: async () => {
              const { data } = await saveCopy(plan, title);
              await again();
              await navigate(`/o/${org_id}/plans/${data.plan.id}`);
            },
          });
      },
    }),
  };
}

/** Saves the plan anew under a title, for nobody yet. */
function saveCopy(plan: Plan, title: string): Promise<Schemas['SavePlanResponse']> {
  const { description, start_date, weeks, engine, experience_level, goal, language } = plan;
  return ask(
    api.POST('/organizations/{org_id}/plans', {
      params: { path: { org_id: plan.org_id } },
      body: {
        ...{ title, description, start_date, weeks, engine, goal },
        ...(experience_level !== null && { experience_level }),
        ...(language !== null && { language }),
        // A workout has an id of its own in each plan.
        content: plan.content.map((workout) => {
          const { id: _, ...given } = asGiven(workout);
          return given;
        }),
        weekly_info: Object.fromEntries(
          Object.entries(plan.weekly_info).map(([week, { phase, focus, text_source, notes }]) => [
            week,
            {
              ...{ phase, focus },
              ...(text_source !== undefined && { text_source }),
              ...(notes !== undefined && { notes }),
            },
          ]),
        ),
      },
    }),
  );
}

/** A workout as the server takes it: sums and weeks it reckons itself. */
export function asGiven(workout: PlannedWorkout): GivenWorkout {
  const { id, date, phase, workout_type, title, segments, source } = workout;
  const { description, text_source, segments_source, notes, library_workout_id } = workout;
  return {
    ...{ id, date, phase, workout_type, title, segments, source },
    ...(segments_source !== undefined && { segments_source }),
    ...(description !== undefined && { description }),
    ...(text_source !== undefined && { text_source }),
    ...(notes !== undefined && { notes }),
    ...(library_workout_id !== undefined && { library_workout_id }),
  };
}
