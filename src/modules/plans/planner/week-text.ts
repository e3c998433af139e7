import type { PlanContent } from '../../../training/planning/plan.ts';
import { contentOf } from '../rules/build-plan.ts';
import type { BuiltWeek } from '../rules/week-builder.ts';

/**
 * A week of a plan as JSON in UTF-8, outside of the heap: as objects a year of weeks takes ten times as much, and a hundred plans
 * that wait to be read are all in memory at once.
 */
export type WeekText = Uint8Array;

const [ENCODER, DECODER] = [new TextEncoder(), new TextDecoder()];

export function weekText(week: BuiltWeek): WeekText {
  return ENCODER.encode(JSON.stringify(week));
}

export function weekOf(text: WeekText): BuiltWeek {
  return JSON.parse(DECODER.decode(text));
}

export function planOf(weeks: readonly WeekText[]): PlanContent {
  return contentOf(weeks.map(weekOf));
}
