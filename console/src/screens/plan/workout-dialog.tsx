import { useMutation } from '@tanstack/react-query';
import { Watch } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../client/api.ts';
import { fileNameOf, saveFile } from '../../client/save-file.ts';
import { addDays, useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { useIsOnline } from '../../offline/use-is-online.ts';
import { WorkoutSteps } from '../../own/workout-steps.tsx';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { kindOf } from '../../parts/kinds.ts';
import { reasonOf } from '../../parts/states.tsx';
import { TypedLine } from '../../parts/typed-workout/typed-line.tsx';
import { useTypedWorkout } from '../../parts/typed-workout/use-typed-workout.ts';
import { WorkoutProfile } from '../../parts/workout-profile.tsx';
import { useSay } from '../../say.tsx';
import type { Plan, PlannedWorkout } from '../plans/plan-queries.ts';
import style from './plan.module.css';
import { asGiven, type GivenWorkout, type usePlanChanges } from './plan-changes.ts';

/** One workout of a plan: read, and changed for everybody who follows it from today on. */
export function WorkoutDialog(props: {
  readonly plan: Plan;
  readonly workout: PlannedWorkout;
  readonly onClose: () => void;
  readonly changes: ReturnType<typeof usePlanChanges>;
}) {
  const { plan, workout, onClose, changes } = props;
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const { tellFault } = useNotices();
  const typed = useTypedWorkout();
  const [words, setWords] = useState({
    title: workout.title,
    notes: workout.notes ?? '',
    date: workout.date,
  });
  const set = (part: Partial<typeof words>): void => setWords((before) => ({ ...before, ...part }));
  const given = givenOf(workout, words, typed.whole);
  const isTyped = typed.text.trim() !== '';
  const isChanged = isTyped
    ? typed.whole !== null
    : words.title.trim() !== workout.title ||
      words.notes !== (workout.notes ?? '') ||
      words.date !== workout.date;
  const save = useMutation({ mutationFn: () => changes.putWorkout(workout, given), onSuccess: onClose });
  const takeOut = useMutation({ mutationFn: () => changes.takeOut(workout), onSuccess: onClose });
  const failed = save.error ?? takeOut.error;
  const isBusy = save.isPending || takeOut.isPending || !isOnline;
  const canSave = isChanged && words.title.trim() !== '' && !isBusy;
  const submit = (): void => {
    if (canSave) save.mutate();
  };
  const take = (): void =>
    void saveFile(
      api.GET('/organizations/{org_id}/plans/{plan_id}/workouts/{workout_id}/fit', {
        params: { path: { org_id: plan.org_id, plan_id: plan.id, workout_id: workout.id } },
        parseAs: 'blob',
      }),
      `${fileNameOf(workout.title)}.fit`,
    ).catch((error: unknown) => tellFault(reasonOf(error, say)));
  return (
    <Dialog title={workout.title} isOpen onClose={onClose} wide>
      <p className="second">
        {say('plans.workout.when', { day: format.day(workout.date), week: workout.week_number })}
      </p>
      <WorkoutProfile
        segments={workout.segments}
        kind={kindOf(workout.workout_type)}
        width={660}
        height={56}
      />
      {workout.description !== undefined && <p>{workout.description}</p>}
      <WorkoutSteps segments={workout.segments} />
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h3>{say('plans.workout.change')}</h3>
        <TypedLine typed={typed} onEnter={submit} />
        <div className={style.pair}>
          <Field
            label={say('plans.workout.title')}
            value={words.title}
            onChange={(title) => set({ title })}
            maxLength={200}
          />
          <Choose
            label={say('plans.workout.day')}
            value={words.date}
            onChange={(date) => set({ date })}
            options={freeDays(plan, workout).map((date) => ({ value: date, label: format.day(date) }))}
          />
        </div>
        <Field
          label={say('plans.workout.notes')}
          hint={say('plans.workout.notes.hint')}
          rows={2}
          value={words.notes}
          onChange={(notes) => set({ notes })}
          maxLength={2_000}
        />
        {plan.assignment_count > 0 && (
          <p className="small second">{say('plans.workout.reaches', { count: plan.assignment_count })}</p>
        )}
        {failed !== null && (
          <p className="fault" role="alert">
            {reasonOf(failed, say)}
          </p>
        )}
        <DialogButtons>
          <Button onPress={take} isDisabled={!isOnline}>
            <Watch size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('training.toWatch')}
          </Button>
          <Button onPress={() => takeOut.mutate()} isDisabled={isBusy || plan.content.length < 2}>
            {say('plans.workout.takeOut')}
          </Button>
          <Button look="main" type="submit" isDisabled={!canSave}>
            {say('plans.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** What was typed takes the place of the steps, and of the title where that was left as it was. */
function givenOf(
  workout: PlannedWorkout,
  words: { readonly title: string; readonly notes: string; readonly date: string },
  typed: ReturnType<typeof useTypedWorkout>['whole'],
): GivenWorkout {
  const { notes: _, ...before } = asGiven(workout);
  const title = words.title.trim();
  const given: GivenWorkout = {
    ...before,
    ...{ title, date: words.date },
    ...(words.notes.trim() !== '' && { notes: words.notes.trim() }),
  };
  if (typed === null) return given;
  const { description: __, library_workout_id: ___, ...kept } = given;
  return {
    ...kept,
    title: title === workout.title ? typed.title : title,
    workout_type: typed.workout_type,
    segments: typed.segments,
    source: 'generated',
  };
}

/** The day that it is on, and the days of its week on which the plan has nothing. */
function freeDays(plan: Plan, workout: PlannedWorkout): readonly string[] {
  const taken = new Set(plan.content.map(({ date }) => date));
  const first = addDays(plan.start_date, (workout.week_number - 1) * 7);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index)).filter(
    (date) => date === workout.date || !taken.has(date),
  );
}
