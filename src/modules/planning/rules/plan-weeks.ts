import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { findingFault, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import type { PlanChecker } from '../../../training/planning/check-plan.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { sumsOfWeek } from '../../../training/planning/weekly-info.ts';
import { createLibrarian, type Librarian } from '../../../training/sessions/use-library.ts';
import { type BuiltWeek, createWeekBuilder } from '../../../training/sessions/week-builder.ts';
import { planWords } from '../words/plan-words.ts';
import { honourWeek, ownPlan, type WeekToHonour, weeksToHonour } from './honour-draft.ts';

const MOST_FAULTS = 20;

/**
 * The weeks of a plan in order, each with its findings after those before it.
 *
 * @throws PlanRefused where a line of the draft cannot be followed, where the result contradicts itself, or where the library lacks what
 *   a week needs
 */
export function planWeeks(brief: PlanBrief, newId: () => string): Iterable<BuiltWeek> {
  return brief.draft === null ? ownWeeks(brief, newId) : draftedWeeks(brief, newId);
}

/**
 * A whole plan. The same brief makes the same plan; ids come from `newId`.
 *
 * @throws PlanRefused see `planWeeks`
 */
export function buildPlan(brief: PlanBrief, newId: () => string): PlanContent {
  const weeks = [...planWeeks(brief, newId)];
  return {
    weekly_info: Object.fromEntries(weeks.map(({ number, info }) => [String(number), info])),
    workouts: weeks.flatMap(({ workouts }) => workouts),
  };
}

function* ownWeeks(brief: PlanBrief, newId: () => string): Iterable<BuiltWeek> {
  const builder = createWeekBuilder(brief, newId, planWords(brief));
  const librarian = createLibrarian(builder);
  const checker = builder.checker();
  for (const week of builder.skeleton)
    yield accepted(librarian.equip(builder.build(week, checker), checker), checker);
}

/** The plan from which the draft was written is made again: it provides the workouts of the unchanged lines. */
function* draftedWeeks(brief: PlanBrief, newId: () => string): Iterable<BuiltWeek> {
  const own = ownPlan([...ownWeeks({ ...brief, draft: null }, newId)], brief);
  const builder = createWeekBuilder(brief, newId, planWords(brief));
  const checker = builder.checker();
  const librarian = createLibrarian(builder);
  for (const week of weeksToHonour(builder, own)) {
    const honoured = honourWeek(builder, checker, week);
    yield accepted(fromLibrary(honoured, week, { brief, checker, librarian }), checker);
  }
}

/** With `strict_existing`, changed days get library workouts too; the answer names these days. */
function fromLibrary(
  honoured: BuiltWeek,
  { lines, before }: WeekToHonour,
  { brief, checker, librarian }: { brief: PlanBrief; checker: PlanChecker; librarian: Librarian },
): BuiltWeek {
  const isThere = honoured.workouts.every(({ source }) => source === 'library');
  if (brief.content_sourcing !== 'strict_existing' || isThere) return honoured;
  const { workouts } = librarian.equip(honoured, checker, lines !== null);
  const equipped = { ...honoured, workouts, info: { ...honoured.info, ...sumsOfWeek(workouts) } };
  const written = new Set(lines?.flatMap(({ kept, date }) => (kept === undefined ? [date] : [])));
  const days = equipped.workouts.flatMap(({ date, day }) => (written.has(date) ? [day] : []));
  if (days.length === 0) return equipped;
  return { ...equipped, adjusted: { week_number: before.number, days, reason: 'library' } };
}

function accepted(week: BuiltWeek, checker: PlanChecker): BuiltWeek {
  const findings = checker.check(week);
  const invalid = findings.filter(isInvalid);
  if (invalid.length > 0)
    throw new PlanRefused(
      invalid.slice(0, MOST_FAULTS).map((finding) => findingFault('refined_draft', 'draft_invalid', finding)),
    );
  checker.accept(week);
  return findings.length === 0 ? week : { ...week, findings };
}
