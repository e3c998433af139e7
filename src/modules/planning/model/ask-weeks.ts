import { LANGUAGE_NAMES, quote } from '../../../infra/llm/index.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { GoalEvent } from '../../../training/planning/brief.ts';
import { hardMetres } from '../../../training/planning/hard-metres.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { OpenDay, WeekToFill } from './open-days.ts';
import type { Prompts } from './prompt-files.ts';

/**
 * The prompt by which a model fills these weeks. Only these parts of the brief go into it: goal and level, language and manner, and the
 * coach's texts. It has no pace, heart rate, history or date, since what follows from them is already decided.
 *
 * @param problems the faults of its first answer, in our words
 */
export function askForWeeks(
  weeks: readonly WeekToFill[],
  problems: readonly string[],
  brief: PlanBrief,
  prompts: Prompts,
): { readonly system: string; readonly prompt: string } {
  const { language, runner, goal } = brief;
  return prompts.weeks.fill({
    language: LANGUAGE_NAMES[language],
    manner: mannerOf(brief),
    goal: EVENT_NAMES[goal.event],
    level: runner.experience_level,
    weeks: weeks.map((week) => JSON.stringify(weekAsked(week, brief))).join('\n'),
    texts: quote('coach', { ...coachTexts(brief), ...focusOf(weeks, brief) }),
    problems: problemsAsked(problems),
  });
}

const EVENT_NAMES: Readonly<Record<GoalEvent, string>> = {
  '5k': '5 km',
  '10k': '10 km',
  half_marathon: 'half marathon',
  marathon: 'marathon',
  '50k': '50 km',
  '100k': '100 km',
  general: 'general fitness, no race',
};

function mannerOf({ persona, unit_system }: PlanBrief): string {
  const manner = persona === 'rex' ? 'Write short, direct and a bit dry.' : 'Write warmly and encouragingly.';
  return `${manner} Name distances in ${unit_system === 'metric' ? 'metres and kilometres' : 'miles, those of the track in metres'}.`;
}

export function coachTexts({ instructions, training_principle, extra_guidance }: PlanBrief) {
  return { instructions, training_principle, extra_guidance };
}

function focusOf(weeks: readonly WeekToFill[], { draft }: PlanBrief) {
  const said = weeks.flatMap(({ number }) => {
    const focus = draft?.weeks.find((week) => week.number === number)?.focus;
    return focus === undefined ? [] : [{ week: number, focus }];
  });
  return said.length === 0 ? {} : { weeks: said };
}

/** The problems are our own words, so they may stand outside of data. */
function problemsAsked(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return `Your last answer could not be used:\n${problems.map((problem) => `- ${problem}`).join('\n')}`;
}

function weekAsked({ number, phase, open_days }: WeekToFill, brief: PlanBrief) {
  return { week: number, phase, days: open_days.map((open_day) => dayAsked(open_day, brief)) };
}

function dayAsked({ base, allowed }: OpenDay, { runner }: PlanBrief) {
  const { day, workout_type, distance_m, duration_s } = base;
  if (!isRunning(workout_type)) return { day, allowed, duration_s };
  const hard_m = hardMetres(base, runner);
  return { day, allowed, distance_m, ...(Object.keys(hard_m).length === 0 ? {} : { hard_m }) };
}
