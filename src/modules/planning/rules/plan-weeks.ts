import type { DraftWeek } from '../../../training/planning/draft.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { honourDraft } from './honour-draft.ts';
import { createLibrarian } from './use-library.ts';
import { type BuiltWeek, createWeekBuilder } from './week-builder.ts';

export type Planner = {
  /**
   * The weeks in order, each checked after those before it.
   *
   * @throws PlanRefused when the draft is unsafe, or the library lacks what a week needs
   */
  weeks(): Iterable<BuiltWeek>;
};

export function createPlanner(brief: PlanBrief, newId: () => string): Planner {
  if (brief.draft !== null) return { weeks: () => draftedWeeks(brief, newId) };
  return { weeks: () => ownWeeks(brief, newId) };
}

function* ownWeeks(brief: PlanBrief, newId: () => string): Iterable<BuiltWeek> {
  const builder = createWeekBuilder(brief, newId);
  const librarian = createLibrarian(builder);
  const checker = builder.checker();
  for (const week of builder.skeleton) {
    const built = librarian.equip(builder.build(week, checker), checker);
    checker.accept(built);
    yield built;
  }
}

/** What the draft was written from is planned again beside it: that tells what a coach changed. */
function* draftedWeeks(brief: PlanBrief, newId: () => string): Iterable<BuiltWeek> {
  const builder = createWeekBuilder(brief, newId);
  const checker = builder.checker();
  const librarian = createLibrarian(builder);
  const strict = brief.content_sourcing === 'strict_existing';
  const own = ownWeeks({ ...brief, draft: null }, newId)[Symbol.iterator]();
  for (const skeleton of builder.skeleton) {
    const { value: before, done } = own.next();
    if (done === true) return;
    const drafted = brief.draft?.weeks.find(({ number }) => number === skeleton.number);
    const { built: honoured, by_rules } =
      drafted === undefined
        ? { built: builder.build(skeleton, checker), by_rules: true }
        : honourDraft(builder, checker, { drafted, skeleton, before });
    // Where anything may be new, the days that a coach changed are.
    const built = strict ? librarian.equip(honoured, checker, !by_rules) : honoured;
    checker.accept(built);
    yield drafted === undefined ? built : named(built, drafted);
  }
}

/** Its phase and its focus are words, and the coach's: what is safe does not depend on them. */
function named({ number, workouts, info }: BuiltWeek, drafted: DraftWeek): BuiltWeek {
  const { phase = info.phase, focus = info.focus } = drafted;
  return {
    number,
    workouts: workouts.map((workout) => (workout.phase === phase ? workout : { ...workout, phase })),
    info: { ...info, phase, focus },
  };
}
