import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { Phase } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { FOCUS, type SessionType } from './focus-phrases.ts';
import { EVENT_NAMES } from './labels.ts';
import type { Voice } from './voice.ts';

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
const SESSIONS: readonly SessionType[] = ['race-pace', 'intervals', 'tempo', 'hills', 'fartlek'];

/** What a week is about, in one line. */
export function weekFocus({ number, weeks, phase, types, event }: WeekToName, voice: Voice): string {
  const focus = FOCUS[voice.language][voice.persona];
  const goal = event === 'general' ? null : EVENT_NAMES[voice.language][event];
  if (types.includes('race')) return focus.race_week;
  if (number === 1 && weeks > 1 && (phase === 'base' || phase === 'build')) return focus.first_week;
  const session = SESSIONS.find((type) => types.includes(type));
  // Weeks of one phase would all sound alike: every second one is told by what is in it.
  if (session !== undefined && number % 2 === 0 && (phase === 'base' || phase === 'build'))
    return focus.sessions[session];
  if (phase === 'peak' && goal !== null && number % 2 === 0) return focus.towards(goal);
  const phrases = focus.phases[phase];
  // Every second and every fourth week would else be told alike, and every fourth is a lighter one.
  return phrases[(Math.floor(number / 2) + Math.floor(number / 4)) % phrases.length] ?? '';
}
