import type { Readiness } from '../../../training/planning/readiness.ts';
import { isAmbitious } from '../../../training/planning/target-fitness.ts';
import { phrase } from '../../../words/index.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { quotedLine } from '../words/quoted-line.ts';
import { readinessWords } from '../words/readiness-words.ts';
import { DRAFT_PHRASES } from './draft-phrases.ts';

/** What stands before the weeks: whether it is advised, the goal, what the plan was made from, and how to change it. */
export function introductionOf(brief: PlanBrief, readiness: Readiness): string {
  const { language, history } = brief;
  const phrases = DRAFT_PHRASES[language];
  const { sources, not_acted_on } = brief.read;
  const understood = new Set(sources.flatMap(({ text }) => (text === null ? [] : [text])));
  const reckoned = [whosePaces(brief), history === null ? phrases.no_history : phrases.own_history];
  const quotes = (texts: readonly string[]) =>
    texts.map((text) => phrases.quote(quotedLine(text))).join(language === 'en' ? ' ' : '');
  const items: readonly (readonly [string, string])[] = [
    [phrases.goal, goalOf(brief)],
    [
      phrases.training_days,
      brief.workout_days
        .map((day) => phrase(language, `measures.weekday.${day}`))
        .join(language === 'en' ? ', ' : '、'),
    ],
    [phrases.reckoned_with, reckoned.join(phrases.comma)],
    [phrases.mind, hasFarGoal(brief) ? phrases.ambitious : ''],
    [phrases.principle, brief.training_principle === null ? '' : quotes([brief.training_principle])],
    [phrases.not_acted_on, quotes(not_acted_on.map(({ text }) => text))],
    [phrases.understood, quotes([...understood])],
  ];
  return [
    `# ${phrases.title(brief.weeks, brief.start_date)}`,
    '',
    readinessWords(readiness, brief),
    '',
    ...items.flatMap(([name, text]) => (text === '' ? [] : [`- ${name}${phrases.colon}${text}`])),
    '',
    phrases.how_to_edit,
  ].join('\n');
}

function whosePaces({ language, runner, paces_from }: PlanBrief): string {
  if (paces_from !== 'level') return phrase(language, `planning.pacesFrom.${paces_from}`);
  const level = phrase(language, `planning.level.${runner.experience_level}`);
  return phrase(language, 'planning.pacesFrom.level', { level });
}

/** Said without a number: how fit somebody is does not go into a text that is handed on. */
function hasFarGoal({ goal, runner }: PlanBrief): boolean {
  return runner.paces !== null && isAmbitious(goal, runner.paces);
}

function goalOf({ goal, language }: PlanBrief): string {
  const phrases = DRAFT_PHRASES[language];
  const parts = [
    phrase(language, `planning.event.${goal.event}`),
    goal.race_date === null ? null : phrases.race_on(goal.race_date),
    goal.target_time_s === null ? null : phrases.target_time(clock(goal.target_time_s)),
  ];
  return parts.filter((part) => part !== null).join(phrases.comma);
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
