import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { PlanWords } from '../../../training/sessions/plan-words.ts';
import { phrasesIn } from '../../../words/index.ts';
import { weekFocus } from './week-focus.ts';
import { workoutWords } from './workout-words.ts';

/** All that a plan says to this reader. */
export function planWords(brief: PlanBrief): PlanWords {
  const { weeks, goal, language, persona } = brief;
  const say = phrasesIn(language);
  return {
    note: (key) => say(`planning.note.${persona}.${key}`),
    workout: (workout) => workoutWords(workout, brief, workout.week_number),
    focus: (week) => weekFocus({ ...week, weeks, event: goal.event }, brief),
  };
}
