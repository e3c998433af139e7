import type { RunnerForm } from '../../../../training/runner-score.ts';
import type { Voice, Ways } from '../../facts.ts';
import type { ScoreWay, SpokenScore, SpokenWeek, WeekKind } from '../spoken-week.ts';

type Of<Name extends keyof SpokenWeek> = NonNullable<SpokenWeek[Name]>;

/** What is said of each part of a week, a sentence each, by one persona in one language. */
export type WeekPhrases = {
  readonly run: Ways<(runs: number, run: Of<'run'>) => string>;
  readonly usual: Ways<(usual: Of<'usual'>) => string>;
  readonly grown: Ways<(grown: Of<'grown'>) => string>;
  /** A run that was much longer than those before it, by more than is wise where it `is_far`. */
  readonly longer: Readonly<Record<'some' | 'far', Ways<(longer: Of<'longer'>) => string>>>;
  readonly longest: Ways<(longest: Of<'longest'>) => string>;
  readonly fastest: Ways<(fastest: Of<'fastest'>) => string>;
  readonly others: Ways<(count: number, time: string) => string>;
  /** The same where there was no run. */
  readonly only_others: Ways<(count: number, time: string) => string>;
  /** @param days with their word */
  readonly race: Ways<(days: string) => string>;
  readonly race_today: Ways<string>;
  /** @param why of `because`; empty where nothing moved it */
  readonly score: Readonly<
    Record<ScoreWay, Ways<(score: Pick<SpokenScore, 'now' | 'before'>, why: string) => string>>
  >;
  readonly kinds: Readonly<Record<WeekKind, Ways<string>>>;
};

export type KindPhrases = Readonly<Record<Voice['persona'], WeekPhrases['kinds']>>;

export type WeekPersonas = Readonly<Record<Voice['persona'], WeekPhrases>> & {
  /** Why a score rose or fell, as a part of a sentence. */
  readonly because: Readonly<Record<'rose' | 'fell', Readonly<Record<keyof RunnerForm, string>>>>;
};
