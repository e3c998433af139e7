import { quotedLine } from '../../../shared/quoted-line.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { Readiness } from '../../../training/planning/readiness.ts';
import { isAmbitious } from '../../../training/planning/target-fitness.ts';
import { type Phrases, phrasesIn } from '../../../words/index.ts';
import { readinessWords } from '../words/readiness-words.ts';

/** The text before the weeks: the readiness, the goal, the sources of the plan, and how to change it. */
export function introductionOf(brief: PlanBrief, readiness: Readiness): string {
  const { language, history, weeks, start_date } = brief;
  const say = phrasesIn(language);
  const { sources, not_acted_on } = brief.read;
  const understood = new Set(sources.flatMap(({ text }) => (text === null ? [] : [text])));
  const ran = history === null ? say('drafts.noHistory') : say('drafts.ownHistory');
  const quotes = (texts: readonly string[]) =>
    texts.map((text) => say('drafts.quote', { text: quotedLine(text) })).join(language === 'en' ? ' ' : '');
  const items: readonly (readonly [string, string])[] = [
    [say('drafts.goal'), goalOf(brief, say)],
    [
      say('drafts.trainingDays'),
      brief.workout_days.map((day) => say(`measures.weekday.${day}`)).join(language === 'en' ? ', ' : '、'),
    ],
    [say('drafts.reckonedWith'), [whosePaces(brief, say), ran].join(say('drafts.comma'))],
    [say('drafts.mind'), hasFarGoal(brief) ? say('drafts.ambitious') : ''],
    [say('drafts.principle'), brief.training_principle === null ? '' : quotes([brief.training_principle])],
    [say('drafts.notActedOn'), quotes(not_acted_on.map(({ text }) => text))],
    [say('drafts.understood'), quotes([...understood])],
  ];
  return [
    `# ${say('drafts.title', { weeks, start: start_date })}`,
    '',
    readinessWords(readiness, brief),
    '',
    ...items.flatMap(([name, text]) => (text === '' ? [] : [`- ${name}${say('drafts.colon')}${text}`])),
    '',
    say('drafts.howToEdit'),
  ].join('\n');
}

function whosePaces({ runner, paces_from }: PlanBrief, say: Phrases): string {
  if (paces_from !== 'level') return say(`planning.pacesFrom.${paces_from}`);
  return say('planning.pacesFrom.level', { level: say(`planning.level.${runner.experience_level}`) });
}

/** A yes or no without a number, since a draft may be handed on and must not reveal the athlete's fitness. */
function hasFarGoal({ goal, runner }: PlanBrief): boolean {
  return runner.paces !== null && isAmbitious(goal, runner.paces);
}

function goalOf({ goal }: PlanBrief, say: Phrases): string {
  const parts = [
    say(`planning.event.${goal.event}`),
    goal.race_date === null ? null : say('drafts.raceOn', { date: goal.race_date }),
    goal.target_time_s === null ? null : say('drafts.targetTime', { time: clock(goal.target_time_s) }),
  ];
  return parts.filter((part) => part !== null).join(say('drafts.comma'));
}

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (count: number) => String(count).padStart(2, '0');
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
