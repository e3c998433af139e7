import type { Voice } from '../../../training/plan-request/plan-brief.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { Phase } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { phrasesIn, phrasesInTurn } from '../../../words/index.ts';
import { spaceNumbers } from '../../../words/measure-words.ts';

export type WeekToName = {
  /** From 1. */
  readonly number: number;
  /** Of the whole plan. */
  readonly weeks: number;
  readonly phase: Phase;
  /** Of its workouts, in any order. */
  readonly types: readonly WorkoutType[];
  /** What the plan leads to. */
  readonly event: GoalEvent;
};

/** The one that says most of a week comes first. */
const SESSIONS = ['race-pace', 'intervals', 'tempo', 'hills', 'fartlek'] as const;

/** What a week is about, in one line. */
export function weekFocus({ number, weeks, phase, types, event }: WeekToName, voice: Voice): string {
  const { language, persona } = voice;
  const say = phrasesIn(language);
  if (types.includes('race')) return say(`planning.focus.${persona}.raceWeek`);
  const isEarly = phase === 'base' || phase === 'build';
  if (number === 1 && weeks > 1 && isEarly) return say(`planning.focus.${persona}.firstWeek`);
  const session = SESSIONS.find((type) => types.includes(type));
  // Weeks of one phase would all sound alike: every second one is told by what is in it.
  if (session !== undefined && number % 2 === 0 && isEarly)
    return say(`planning.focus.${persona}.session.${session}`);
  if (phase === 'peak' && event !== 'general' && number % 2 === 0)
    return spaceNumbers(say(`planning.focus.${persona}.towards`, { event: say(`planning.event.${event}`) }));
  // Every second and every fourth week would else be told alike, and every fourth is a lighter one.
  const sayInTurn = phrasesInTurn(language, Math.floor(number / 2) + Math.floor(number / 4));
  return sayInTurn(`planning.focus.${persona}.phase.${phase}`);
}
