import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import { quotedLine } from '../../shared/quoted-line.ts';
import { contradictionsIn, type Said, type SaidAt } from '../constraints/contradictions.ts';
import { lineAgainst } from '../constraints/line-against.ts';
import { type Constraints, NO_CONSTRAINTS } from '../planning/constraints.ts';
import type { DraftWeek } from '../planning/draft.ts';
import { type PlanFault, planFault } from './plan-fault.ts';
import { CONSTRAINT_FIELDS, type NotActedOn, type ReadRequest, type Wish } from './wish.ts';

type RequestSaid = {
  readonly start_date: string;
  readonly weeks: number;
  /** Null where nobody asked for exactly these days. */
  readonly workout_days: readonly Weekday[] | null;
  readonly race_date: string | null;
  readonly target_time_s: number | null;
};

export type Unsettled = {
  readonly fields: Constraints;
  readonly told: Partial<Constraints> | null;
  readonly wishes: readonly Wish[];
  readonly of_model: readonly Wish[];
  readonly not_acted_on: readonly NotActedOn[];
  readonly request: RequestSaid;
  /** The weeks of the draft, which is later than all texts; null where there is none. */
  readonly draft_weeks: readonly DraftWeek[] | null;
};

/** The constraints in force, their sources, the sentences that were set aside, and the contradictions. */
export type Settled = {
  readonly constraints: Constraints;
  readonly read: ReadRequest;
  readonly faults: readonly PlanFault[];
};

/**
 * Merges the fields, what the athlete told, and the sentences. Contradictions among these are faults. Two sources give way to all others:
 * the training principle, which is for everybody, and what a model understood, which nobody wrote in these words. Every sentence gives
 * way to the draft, which was written later.
 */
export function settleWishes(asked: Unsettled): Settled {
  const { fields, told, wishes, of_model, not_acted_on, request, draft_weeks } = asked;
  const of_fields: Wish = { from: 'fields', text: null, constraints: saidIn(fields) };
  const dropped: Wish[] = [];
  const of_athlete: Wish = { from: 'availability', text: null, constraints: saidIn(told ?? {}) };
  const kept: Wish[] = [of_fields, of_athlete];
  const inDraft = (wish: Wish) => lineAgainst(wish.constraints, draft_weeks, request.start_date);
  for (const wish of wishes.filter(({ from }) => from !== 'training_principle'))
    (inDraft(wish) === null ? kept : dropped).push(wish);
  const faults = faultsAmong(kept, request);
  for (const wish of [...of_model, ...wishes.filter(({ from }) => from === 'training_principle')]) {
    const fits = inDraft(wish) === null && faultsAmong([...kept, wish], request).length <= faults.length;
    (fits ? kept : dropped).push(wish);
  }
  const against = [of_fields, of_athlete].flatMap((wish) => {
    const line = inDraft(wish);
    if (line === null) return [];
    const one = fieldName(wish, line.field);
    return [
      planFault('refined_draft', 'draft_contradicts', { one, week: line.week, day: line.day ?? 'none' }),
    ];
  });
  return {
    constraints: mergedOf(kept),
    read: {
      sources: CONSTRAINT_FIELDS.flatMap((field) =>
        kept
          .filter(({ constraints }) => constraints[field] !== undefined)
          .map(({ from, text }) => ({ field, from, text })),
      ),
      not_acted_on: [
        ...not_acted_on.filter(
          ({ from, text }) => !of_model.some((one) => one.from === from && one.text === text),
        ),
        ...dropped.flatMap(setAside),
      ],
    },
    faults: [...faults, ...against],
  };
}

/** The contradictions of the wishes among themselves and with the request, each pair once. */
function faultsAmong(wishes: readonly Wish[], request: RequestSaid): PlanFault[] {
  const { workout_days, race_date, target_time_s } = request;
  const fields: Said<Wish | null> = {
    who: null,
    asked: {
      ...(workout_days === null ? {} : { workout_days }),
      ...(race_date === null ? {} : { race_date }),
      ...(target_time_s === null ? {} : { target_time_s }),
    },
  };
  const said = [fields, ...wishes.map((wish) => ({ who: wish, asked: wish.constraints }))];
  return contradictionsIn(said, request).map(({ why, one, other }) => {
    const [first, second] = [named(one), named(other)];
    return planFault(second.path, 'constraints_contradict', { one: first.name, other: second.name, why });
  });
}

const PATHS: Readonly<Record<string, string>> = {
  weeks: 'weeks',
  workout_days: 'workout_days',
  race_date: 'goal.race_date',
  target_time_s: 'goal.target_time_s',
};

function named({ who, field, place }: SaidAt<Wish | null>): { readonly name: string; readonly path: string } {
  const path = `${PATHS[field] ?? `constraints.${field}`}${place}`;
  if (who?.from === 'availability')
    return { name: `${fieldName(who, field)}${place}`, path: 'constraints_from' };
  if (who === null || who.from === 'fields' || who.text === null) return { name: path, path };
  return { name: `“${quotedLine(who.text)}”`, path: who.from };
}

/** What the athlete told is named by the member of the answer where it can be read, in the same order. */
function fieldName({ from }: Pick<Wish, 'from'>, field: string): string {
  return `${from === 'availability' ? 'availability' : 'constraints'}.${field}`;
}

function setAside({ from, text, constraints }: Wish): NotActedOn[] {
  const field = CONSTRAINT_FIELDS.find((name) => constraints[name] !== undefined) ?? null;
  return from === 'fields' || from === 'availability' || text === null ? [] : [{ from, text, field }];
}

export function saidIn(fields: Partial<Constraints>): Partial<Constraints> {
  const said = Object.entries(fields).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said);
}

/** Lists are joined. Any other field has one value, since two that differ are a contradiction. */
function mergedOf(wishes: readonly Wish[]): Constraints {
  const all = wishes.map(({ constraints }) => constraints);
  const off = all.flatMap(({ days_off }) => days_off ?? []);
  return {
    ...Object.assign({}, NO_CONSTRAINTS, ...all),
    days_off: WEEKDAYS.filter((day) => off.includes(day)),
    exclude: [...new Set(all.flatMap(({ exclude }) => exclude ?? []))],
    unavailable: all.flatMap(({ unavailable }) => unavailable ?? []),
    races: all.flatMap(({ races }) => races ?? []),
    injuries: all.flatMap(({ injuries }) => injuries ?? []),
  };
}
