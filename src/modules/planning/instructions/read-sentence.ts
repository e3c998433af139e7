import { WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { WORKOUT_TYPES, type WorkoutType } from '../../../training/workout-types.ts';
import { countIn } from './claims.ts';
import { clausesOf, type Form, formOf } from './form.ts';
import { type Asked, askedIn } from './patterns.ts';
import { MAX_SENTENCE } from './sentences.ts';

type DistanceAsked =
  | 'max_weekly_distance_m'
  | 'first_week_distance_m'
  | 'longest_run_m'
  | 'least_weekly_m'
  | 'least_longest_m';

/** One thing that a sentence asks for. No days of `kind_on` are any days. */
export type Request =
  | { readonly asked: 'days_off'; readonly days: readonly Weekday[] }
  | { readonly asked: 'long_run_day'; readonly day: Weekday }
  | { [Of in DistanceAsked]: { readonly asked: Of; readonly distance_m: number } }[DistanceAsked]
  | { readonly asked: 'without'; readonly types: readonly WorkoutType[] }
  | { readonly asked: 'every_day' | 'no_long_run' }
  | { readonly asked: 'days_per_week'; readonly count: number }
  | { readonly asked: 'kind_on'; readonly types: readonly WorkoutType[]; readonly days: readonly Weekday[] }
  | { readonly asked: 'train_on'; readonly days: readonly Weekday[] };

/** What no plan is made by, and that is read for what it contradicts. */
const ONLY_SAID: readonly Asked[] = [
  'kind_on',
  'train_on',
  'no_long_run',
  'least_weekly_m',
  'least_longest_m',
];

/** Whether plans go by it. */
export function isFollowed({ asked }: Request): boolean {
  return !ONLY_SAID.includes(asked);
}

/** What limits a sentence to some weeks or cases, in whatever clause it stands: then nothing of it is for the whole plan. */
const LIMITED =
  /\b(?:if|unless|until|till|before|after|during|when|while|only|except|every other|alternate|first|last|weeks? \d|from week|in (?:the )?(?:taper|base|build|peak)|sometimes|maybe|perhaps|might|or else)\b|如果|若|除非|直到|之前|以前|之後|以後|期間|除了|只有|才|有時|偶爾|隔週|可能|的話|時候|まで(?=は)|以外|もし|場合|とき|時は|たら|なら|のみ|だけ|隔週|たまに|できれば.*なければ|前は|後は|期は/iu;

/** Everything that a sentence asks for; null where anything of it is not known for sure. */
export function readSentence(sentence: string): readonly Request[] | null {
  if (sentence.length > MAX_SENTENCE) return null;
  const form = formOf(sentence);
  const one = readClauses(form, 'in_lists');
  if (one.every((requests) => requests !== null)) return one.flat();
  const other = readClauses(form, 'between_clauses');
  return other.every((requests) => requests !== null) ? other.flat() : null;
}

/** Of a sentence; nobody says more in one, and each part is read by itself. */
const MOST_PARTS = 20;

/** What is known of a sentence that is not known as a whole, such as "Likes trails, long run on Sunday": by its clauses. */
export function readParts(
  sentence: string,
): { readonly text: string; readonly requests: readonly Request[] | null }[] {
  const parts = sentence.split(/[,，、]|\s(?:and|but)\s/u).map((part) => part.trim());
  const said = parts.filter((part) => part !== '');
  const is_readable = said.length >= 2 && said.length <= MOST_PARTS && sentence.length <= MAX_SENTENCE;
  if (!is_readable || LIMITED.test(sentence)) return [{ text: sentence, requests: null }];
  return said.map((text) => ({ text, requests: readSentence(text) }));
}

function readClauses(form: Form, commas: 'in_lists' | 'between_clauses'): (readonly Request[] | null)[] {
  return clausesOf(form, commas).map((clause) => {
    const asked = askedIn(clause);
    const request = asked === null ? null : requestOf(asked, clause, form);
    return request === null ? null : [request];
  });
}

function requestOf(asked: Asked, clause: string, form: Form): Request | null {
  const slots = [...clause.matchAll(/§([DNK])(\d+)§/gu)];
  const numbers = (kind: string) =>
    slots.filter(([, slot]) => slot === kind).map(([, , number]) => Number(number));
  const days = numbers('D').flatMap((number) => form.days[number] ?? []);
  const types = numbers('K').flatMap((number) => form.kinds[number] ?? []);
  const distance_m = numbers('N').map((number) => form.distances_m[number] ?? 0)[0];
  switch (asked) {
    case 'days_off':
    case 'train_on':
      return { asked, days: WEEKDAYS.filter((day) => days.includes(day)) };
    case 'long_run_day': {
      const [day] = days;
      return day === undefined || days.length > 1 ? null : { asked, day };
    }
    case 'without':
      return { asked, types: WORKOUT_TYPES.filter((type) => types.includes(type)) };
    case 'kind_on':
      return { asked, types: WORKOUT_TYPES.filter((type) => types.includes(type)), days };
    case 'days_per_week': {
      const count = countIn(clause);
      return count === null ? null : { asked, count };
    }
    case 'every_day':
    case 'no_long_run':
      return { asked };
    default:
      return distance_m === undefined || distance_m === 0 ? null : { asked, distance_m };
  }
}
