import { weekdayOf } from '../../../shared/calendar.ts';
import { headingMark, introductionMark, sessionMark } from '../../../training/draft-text/mark.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { DraftSlot } from '../../../training/planning/draft.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { judgeReadiness } from '../../../training/planning/readiness.ts';
import { plainLines } from '../../../training/session-text/plain-line.ts';
import { phrasesIn } from '../../../words/index.ts';
import { durationWords, sumWords } from '../../../words/measure-words.ts';
import { introductionOf } from './introduction.ts';

/**
 * A plan as Markdown that a coach can edit and `readDraft` reads: a heading `## Week N: …` for each week, a line for each day. Its own
 * lines end in marks (`mark.ts`), by which they are recognized: an unchanged line stands for the same workout. Distances are written to a
 * tenth of a kilometre or mile. This number is read where the workout no longer exists; it is within 50 m, or 81 m.
 */
export function writeDraft(content: PlanContent, brief: PlanBrief): string {
  const weeks = Array.from({ length: brief.weeks }, (_, index) => writeWeek(index + 1, content, brief));
  const introduction = introductionOf(brief, judgeReadiness(brief, content.workouts));
  const own = introductionMark([...plainLines(introduction)].map(({ text }) => text));
  return `${[`${introduction} ${own}`, ...weeks].join('\n\n')}\n`;
}

export function writeWeek(number: number, content: PlanContent, brief: PlanBrief): string {
  const workouts = content.workouts.filter(({ week_number }) => week_number === number);
  const info = content.weekly_info[number];
  const lines = workouts.map((workout, index) =>
    dayLine(workout, { week: number, number: index + 1 }, brief),
  );
  return [
    headingOf(number, workouts, content, brief),
    ...(info === undefined || info.focus === '' ? [] : ['', `_${oneLine(info.focus)}_`]),
    '',
    ...(lines.length === 0 ? [restLine(brief)] : lines),
  ].join('\n');
}

function headingOf(
  number: number,
  workouts: readonly PlannedWorkout[],
  content: PlanContent,
  brief: PlanBrief,
): string {
  const { language } = brief;
  const say = phrasesIn(language);
  const phase = content.weekly_info[number]?.phase ?? workouts[0]?.phase ?? 'base';
  const races = workouts.filter(({ workout_type }) => workout_type === 'race');
  const sum = workouts.reduce((metres, { distance_m }) => metres + distance_m, 0);
  const raced = races.reduce((metres, { distance_m }) => metres + distance_m, 0);
  const volume = sumWords(sum - raced, brief);
  const said = races.length > 0 ? say('drafts.andRace', { volume }) : volume;
  const heading = `Week ${number}: ${say(`planning.phase.${phase}`)}${say('drafts.comma')}${said}`;
  return `## ${heading} ${headingMark(number, heading)}`;
}

function dayLine(workout: PlannedWorkout, slot: DraftSlot, brief: PlanBrief): string {
  const say = phrasesIn(brief.language);
  const day = say(`measures.weekday.${workout.day}`);
  const content = draftContent(workout, brief);
  return `- **${day}** (${workout.date})${say('drafts.colon')}${content} ${sessionMark(slot, content)}`;
}

export function draftContent(workout: PlannedWorkout, brief: PlanBrief): string {
  const say = phrasesIn(brief.language);
  const name = say(`planning.type.${workout.workout_type}`);
  const measure =
    workout.distance_m >= LEAST_M
      ? sumWords(workout.distance_m, brief)
      : durationWords(workout.duration_s, brief);
  const title = oneLine(workout.title);
  // In "Easy run, 8 km" the title "Easy run 8 km" would add nothing.
  const words = title === '' || title === `${name} ${measure}` ? '' : ` – ${title}`;
  return `${name}${say('drafts.comma')}${measure}${words}`;
}

/** A shorter distance is written as a time. */
const LEAST_M = 100;

/** A week without workouts names its first day as a day off, since a week without any day would be left to the planner. */
function restLine({ language, start_date }: PlanBrief): string {
  const say = phrasesIn(language);
  const day = say(`measures.weekday.${weekdayOf(start_date)}`);
  return `- **${day}**${say('drafts.colon')}${say('drafts.rest')}`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
