import type { Voice } from '../../../training/plan-request/plan-brief.ts';
import { EVENT_DISTANCE_M } from '../../../training/planning/brief.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import { NONE, type Phrases, phrase, phrasesIn, phrasesInTurn } from '../../../words/index.ts';
import { joinSentences } from '../../../words/join-sentences.ts';
import { distanceWords } from '../../../words/measure-words.ts';
import { type Piece, partsOf, totalWords } from './pieces.ts';

type Named = Pick<PlannedWorkout, 'workout_type' | 'phase' | 'segments'>;

/** A workout with more pieces is described by its type alone. */
const MOST_PIECES_OF_TITLE = 3;
const MOST_PIECES_OF_DESCRIPTION = 12;
const MAX_TITLE_AMOUNT = 80;
const MAX_MAIN = 1_200;

/**
 * Title and description of a workout from its segments alone: what they prescribe, and never what follows from it for one runner, since
 * the same words go to everybody who gets the plan.
 *
 * @param variant selects one of several phrasings, such as the number of the week
 */
export function workoutWords(
  workout: Named,
  voice: Voice,
  variant = 0,
): { readonly title: string; readonly description: string } {
  return { title: titleOf(workout, voice), description: descriptionOf(workout, voice, variant) };
}

function titleOf(workout: Named, voice: Voice): string {
  const { workout_type: type, segments } = workout;
  const say = phrasesIn(voice.language);
  const name = say(`planning.type.${type}`);
  if (type === 'race') return say('planning.workout.race', { distance: raceName(segments, voice) });
  const main = partsOf(workout, voice).main.filter(({ kind }) => kind !== 'rest');
  if (isSteady(type)) return steadyTitle(workout, main, voice);
  const strides = main.find(({ kind }) => kind === 'strides');
  const works = main.filter(({ kind }) => kind !== 'strides');
  if (works.length === 0 || works.length > MOST_PIECES_OF_TITLE) return name;
  const amount = works.map((piece) => piece.amount).join(' + ');
  if (amount.length > MAX_TITLE_AMOUNT) return name;
  const zone = works.every((piece) => piece.zone === works[0]?.zone) ? (works[0]?.zone ?? null) : null;
  const title =
    zone !== null && isNamedBySession(type, zone)
      ? say(`planning.session.${zone}`, { amount })
      : say('planning.workout.titled', { name, amount });
  return withStrides(title, strides, say);
}

function withStrides(title: string, strides: Piece | undefined, say: Phrases): string {
  const times = strides?.times;
  return times ? say('planning.workout.withStrides', { title, times }) : title;
}

const RACE_ZONES: readonly ZoneName[] = ['marathon', 'half_marathon', '10k'];

function isNamedBySession(type: Named['workout_type'], zone: ZoneName): boolean {
  return type === 'intervals' || type === 'tempo' || (type === 'race-pace' && RACE_ZONES.includes(zone));
}

const STEADY = ['easy-run', 'long-run', 'recovery-run', 'strides'] as const;

function isSteady(type: PlannedWorkout['workout_type']): boolean {
  return STEADY.some((steady) => steady === type);
}

/** Such as "Long run 18 km, 8 km at marathon pace", "Easy run 6 km + 6 strides". */
function steadyTitle({ workout_type, segments }: Named, main: readonly Piece[], voice: Voice): string {
  const say = phrasesIn(voice.language);
  const strides = main.find(({ kind }) => kind === 'strides');
  const running = segments.filter((segment) => segment.repeat === undefined || strides === undefined);
  const total = totalWords(running, voice);
  const name = say(`planning.type.${workout_type === 'strides' ? 'easy-run' : workout_type}`);
  const title = total === null ? name : say('planning.workout.titled', { name, amount: total });
  if (strides?.times) return withStrides(title, strides, say);
  const faster = main.filter(({ zone }) => zone !== null && zone !== 'easy' && zone !== 'recovery');
  const [part] = faster;
  if (!part?.zone || faster.length > 1 || part.amount.length > MAX_TITLE_AMOUNT) return title;
  const { zone, amount } = part;
  return say('planning.workout.withPace', { title, part: say(`planning.at.${zone}`, { amount }) });
}

/** The largest relative difference at which a race is named by a standard distance; courses are measured within a thousandth. */
const SAME_RACE = 0.005;

function raceName(segments: readonly Segment[], voice: Voice): string {
  const distance = segments
    .filter(({ kind }) => kind === 'work')
    .reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0);
  for (const event of ['5k', '10k', 'half_marathon', 'marathon'] as const)
    if (Math.abs(distance / EVENT_DISTANCE_M[event] - 1) < SAME_RACE)
      return phrase(voice.language, `planning.event.${event}`);
  return distance > 0 ? distanceWords(distance, voice) : (totalWords(segments, voice) ?? '');
}

function descriptionOf(workout: Named, voice: Voice, variant: number): string {
  const { warmup, main, cooldown } = partsOf(workout, voice);
  const { language, persona } = voice;
  const say = phrasesIn(language);
  const few = main.length <= MOST_PIECES_OF_DESCRIPTION;
  const pieces = few ? main.map((piece) => pieceWords(piece, workout, voice)) : [];
  const work = pieces.join(say('planning.workout.then'));
  const after = warmup === null ? 'alone' : 'afterWarmup';
  const sentences = [
    warmup === null ? '' : say(`planning.workout.${persona}.warmup`, { amount: warmup }),
    work === '' || work.length > MAX_MAIN ? '' : say(`planning.workout.${persona}.main.${after}`, { work }),
    cooldown === null ? '' : say(`planning.workout.${persona}.cooldown`, { amount: cooldown }),
    tipFor(workout, voice, variant),
  ];
  return joinSentences(sentences, language);
}

/** The coach's tip for a workout; hard workouts of a taper have tips of their own. */
function tipFor({ workout_type, phase }: Named, { language, persona }: Voice, variant: number): string {
  const sayInTurn = phrasesInTurn(language, variant);
  const tapering = phase === 'taper' && HARD_TYPES.has(workout_type) && workout_type !== 'race';
  return sayInTurn(`planning.tip.${persona}.${tapering ? 'taper' : workout_type}`);
}

function pieceWords(piece: Piece, { workout_type, segments }: Named, voice: Voice): string {
  const { kind, amount, rests, walks } = piece;
  const say = phrasesIn(voice.language);
  if (kind === 'rest') return say('planning.workout.jog', { amount });
  const [rest, setRest = NONE] = rests;
  const work = workWords(piece, workout_type, segments, voice);
  if (rest === undefined) return work;
  const how = kind === 'hills' ? 'down' : walks ? 'walk' : 'jog';
  return say(`planning.workout.between.${how}`, { work, rest, setRest });
}

function workWords(
  { kind, amount, zone }: Piece,
  type: Named['workout_type'],
  segments: readonly Segment[],
  voice: Voice,
): string {
  const say = phrasesIn(voice.language);
  if (type === 'race') return raceName(segments, voice);
  if (kind === 'hills') return say('planning.workout.uphill', { amount });
  if (kind === 'strides') return say('planning.workout.strides', { amount });
  if (type === 'cross-training' || type === 'strength')
    return say(`planning.workout.doing.${type}`, { amount });
  if (zone === null) return amount;
  // The race pace of 5 km is that of intervals.
  return say(`planning.at.${type === 'race-pace' && zone === 'interval' ? 'race' : zone}`, { amount });
}
