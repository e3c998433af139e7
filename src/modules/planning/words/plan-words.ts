import type { PlanBrief, Voice } from '../../../training/plan-request/plan-brief.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { PlanWords } from '../../../training/sessions/plan-words.ts';
import { phrasesIn, phrasesInTurn } from '../../../words/index.ts';
import { spaceNumbers } from '../../../words/measure-words.ts';
import { workoutWords } from './workout-words.ts';

export function planWords(brief: PlanBrief): PlanWords {
  const { weeks, goal, language, persona } = brief;
  const say = phrasesIn(language);
  return {
    note: (key) => say(`planning.note.${persona}.${key}`),
    workout: (workout) => workoutWords(workout, brief, workout.week_number),
    focus: (week) => weekFocus({ ...week, weeks, event: goal.event }, brief),
  };
}

type WeekToName = Parameters<PlanWords['focus']>[0] & {
  readonly weeks: number;
  readonly event: GoalEvent;
};

const SESSIONS = ['race-pace', 'intervals', 'tempo', 'hills', 'fartlek'] as const;

export function weekFocus({ number, weeks, phase, types, event }: WeekToName, voice: Voice): string {
  const { language, persona } = voice;
  const say = phrasesIn(language);
  if (types.includes('race')) return say(`planning.focus.${persona}.raceWeek`);
  const isEarly = phase === 'base' || phase === 'build';
  if (number === 1 && weeks > 1 && isEarly) return say(`planning.focus.${persona}.firstWeek`);
  const session = SESSIONS.find((type) => types.includes(type));
  // Weeks of one phase would all have the same focus, so every second one names its sessions.
  if (session !== undefined && number % 2 === 0 && isEarly)
    return say(`planning.focus.${persona}.session.${session}`);
  if (phase === 'peak' && event !== 'general' && number % 2 === 0)
    return spaceNumbers(say(`planning.focus.${persona}.towards`, { event: say(`planning.event.${event}`) }));
  // The turn changes with every second and every fourth week, since every fourth is a lighter one and would repeat its text.
  const sayInTurn = phrasesInTurn(language, Math.floor(number / 2) + Math.floor(number / 4));
  return sayInTurn(`planning.focus.${persona}.phase.${phase}`);
}
