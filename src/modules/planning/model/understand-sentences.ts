import type { Logger } from 'pino';
import Type, { type Static, type TSchema } from 'typebox';
import { Nullable, OneOf } from '../../../http/schemas.ts';
import { responseMismatch } from '../../../http/validate.ts';
import { type LanguageModel, ModelFault, quote, tellFaults, withinTime } from '../../../infra/llm/index.ts';
import { WEEKDAYS } from '../../../shared/calendar.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { dayOf, saysMetres } from '../../../training/plan-request/said-in-sentence.ts';
import { numbersOf } from '../../../training/plan-request/sentences.ts';
import { GOAL_RACES } from '../../../training/planning/brief.ts';
import { INJURED_RUNNING, RACE_PRIORITIES } from '../../../training/planning/constraints.ts';
import { WORKOUT_TYPES } from '../../../training/workout-types.ts';
import { healthMentions } from '../instructions/read-wishes.ts';
import { readPrompts } from './prompt-files.ts';
import { asAsked } from './proposal.ts';

/** The time limit is short because nothing of a plan is shown before this is answered. */
const MOST_MS = 30 * SECOND_MS;
const MOST_SENTENCES = 40;
const TOKENS_TO_THINK = 8_192;
const TOKENS_A_SENTENCE = 200;

const orNull = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));
const list = <T extends TSchema>(item: T) => orNull(Type.Array(item, { maxItems: 20 }));
const day = Type.String({ maxLength: 10 });

/** The fields of a request's `constraints`, with days as the sentence has them. */
const Element = Type.Object({
  sentence: Type.Integer(),
  days_off: list(OneOf(WEEKDAYS)),
  days_per_week: orNull(Type.Integer()),
  long_run_day: orNull(OneOf(WEEKDAYS)),
  first_week_distance_m: orNull(Type.Integer()),
  max_weekly_distance_m: orNull(Type.Integer()),
  longest_run_m: orNull(Type.Integer()),
  exclude: list(OneOf([...WORKOUT_TYPES, 'speed'])),
  unavailable: list(Type.Object({ from: orNull(day), to: day })),
  races: list(
    Type.Object({
      date: day,
      event: orNull(OneOf(GOAL_RACES)),
      distance_m: orNull(Type.Integer()),
      priority: OneOf(RACE_PRIORITIES),
    }),
  ),
  injuries: list(
    Type.Object({
      area: Type.String({ minLength: 1 }),
      from: orNull(day),
      to: orNull(day),
      running: OneOf(INJURED_RUNNING),
    }),
  ),
});
type Element = Static<typeof Element>;

const SCHEMA = asAsked(Element);
const mismatch = responseMismatch(Element);

const CAREFUL = ['injuries', 'unavailable', 'days_off', 'exclude', 'max_weekly_distance_m', 'longest_run_m'];

type Fields = Readonly<Record<string, unknown>>;

/** For each sentence the fields of `constraints` that express it, as in a request; they are not validated. */
export type Understood = ReadonlyMap<string, Fields>;
export type Understand = (
  sentences: readonly string[],
  start_date: string,
  signal: AbortSignal,
) => Promise<Understood>;

/**
 * Reads a coach's sentences into fields by one call of a model. Every number, and every name of an injured part of the body, must stand
 * in the sentence; a sentence about an injury or an illness never leads to more running. Failures of the model are not thrown: what is
 * missing in its answer counts as not understood.
 */
export function createUnderstanding(tools: {
  readonly model: LanguageModel;
  readonly logger: Pick<Logger, 'warn'>;
}): Understand {
  const { model } = tools;
  const prompts = readPrompts();
  return async (sentences, start_date, signal) => {
    const asked = sentences.slice(0, MOST_SENTENCES);
    const understood = new Map<string, Fields>();
    if (asked.length === 0) return understood;
    const numbered = asked.map((text, index) => ({ sentence: index + 1, text }));
    const call = (callSignal: AbortSignal) =>
      model.streamElements({
        ...prompts.wishes.fill({ sentences: quote('sentences', numbered) }),
        max_output_tokens: TOKENS_TO_THINK + asked.length * TOKENS_A_SENTENCE,
        signal: callSignal,
        schema: SCHEMA,
        read: (value) => ({ value }),
      });
    let heard = 0;
    try {
      for await (const value of withinTime(call, Math.min(MOST_MS, model.limits.answer_ms), signal)) {
        heard += 1;
        if (heard > 2 * asked.length) break;
        if (!isElement(value)) continue;
        const text = asked[value.sentence - 1];
        const fields = text === undefined ? null : fieldsOf(value, text, start_date);
        if (text !== undefined && fields !== null) understood.set(text, fields);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFault)) throw error;
      tellFaults(tools)(error);
    }
    return understood;
  };
}

function isElement(value: unknown): value is Element {
  return mismatch(value) === null;
}

/** The fields of an element; null where there are none, or where any of them does not stand in the sentence. */
function fieldsOf(element: Element, text: string, start_date: string): Fields | null {
  const { sentence: _, unavailable, races, injuries, ...scalars } = element;
  const numbers = numbersOf(text.normalize('NFKC')).map(Number);
  const dayIn = (said: string, of_week: number) => dayOf(said, of_week, numbers, start_date);
  const from = (said: string | null | undefined) => (said == null ? start_date : dayIn(said, 0));
  const fields = saidIn({
    ...scalars,
    unavailable: unavailable?.map((one) => ({ from: from(one.from), to: dayIn(one.to, 6) })),
    races: races?.map(({ date, event, distance_m, priority }) =>
      saidIn({ date: dayIn(date, 0), event, distance_m, priority }),
    ),
    injuries: injuries?.map(({ area, to, running, ...one }) =>
      saidIn({ area, from: from(one.from), to: to == null ? to : dayIn(to, 6), running }),
    ),
  });
  const names = Object.keys(fields);
  const isHurt = names.includes('injuries') || healthMentions(text).length > 0;
  if (names.length === 0 || (isHurt && !names.every((name) => CAREFUL.includes(name)))) return null;
  const { first_week_distance_m, max_weekly_distance_m, longest_run_m } = scalars;
  const of_races = (races ?? []).map(({ distance_m }) => distance_m);
  const metres = [first_week_distance_m, max_weekly_distance_m, longest_run_m, ...of_races];
  const isThere = (injuries ?? []).every(({ area }) => text.includes(area));
  return isThere && metres.every((one) => one == null || saysMetres(text, numbers, one)) ? fields : null;
}

function saidIn(members: Fields): Fields {
  const isSaid = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isSaid(value)));
}
