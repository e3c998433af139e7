import { distanceWords } from '../../../shared/measure-words.ts';
import { EVENT_DISTANCE_M } from '../../../training/planning/brief.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import { EVENT_NAMES, RACE_PACE_WORDS, TYPE_NAMES, ZONE_WORDS } from './labels.ts';
import { type Piece, partsOf, totalWords } from './pieces.ts';
import { tipFor } from './tip-for.ts';
import type { Voice } from './voice.ts';
import { PHRASES } from './workout-phrases.ts';

type Named = Pick<PlannedWorkout, 'workout_type' | 'phase' | 'segments'>;

/** Beyond these a workout is told by its kind alone: a line of ten numbers says nothing. */
const MOST_PIECES_OF_TITLE = 3;
const MOST_PIECES_OF_DESCRIPTION = 12;
const MAX_TITLE_AMOUNT = 80;
const MAX_MAIN = 1_200;

/**
 * Title and description of a workout, made of its segments alone: what they prescribe, never what follows from it for one
 * runner, since the same words go to everybody who gets the plan.
 *
 * @param variant which of several phrasings, such as the number of the week
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
  const phrases = PHRASES[voice.language];
  const name = TYPE_NAMES[voice.language][type];
  if (type === 'race') return phrases.race(raceName(segments, voice));
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
      ? phrases.session[zone](amount)
      : phrases.titled(name, amount);
  return strides?.times ? phrases.with_strides(title, strides.times) : title;
}

/** Zones that are called after a race. */
const RACE_ZONES: readonly ZoneName[] = ['marathon', 'half_marathon', '10k'];

function isNamedBySession(type: Named['workout_type'], zone: ZoneName): boolean {
  return type === 'intervals' || type === 'tempo' || (type === 'race-pace' && RACE_ZONES.includes(zone));
}

const STEADY = ['easy-run', 'long-run', 'recovery-run', 'strides'] as const;

function isSteady(type: PlannedWorkout['workout_type']): boolean {
  return STEADY.some((steady) => steady === type);
}

/** "Long run 18 km, 8 km at marathon pace", "Easy run 6 km + 6 strides". */
function steadyTitle({ workout_type, segments }: Named, main: readonly Piece[], voice: Voice): string {
  const phrases = PHRASES[voice.language];
  const names = TYPE_NAMES[voice.language];
  const strides = main.find(({ kind }) => kind === 'strides');
  // By what is run besides strides; who adds them is still on an easy run.
  const running = segments.filter((segment) => segment.repeat === undefined || strides === undefined);
  const total = totalWords(running, voice);
  const name = names[workout_type === 'strides' ? 'easy-run' : workout_type];
  const title = total === null ? name : phrases.titled(name, total);
  if (strides?.times) return phrases.with_strides(title, strides.times);
  const faster = main.filter(({ zone }) => zone !== null && zone !== 'easy' && zone !== 'recovery');
  const [part] = faster;
  return part?.zone && faster.length === 1 && part.amount.length <= MAX_TITLE_AMOUNT
    ? phrases.with_pace(title, phrases.at(part.amount, ZONE_WORDS[voice.language][part.zone]))
    : title;
}

/** How far from a standard distance a race may be and still be called by it: courses are measured within a thousandth. */
const SAME_RACE = 0.005;

function raceName(segments: readonly Segment[], voice: Voice): string {
  const distance = segments
    .filter(({ kind }) => kind === 'work')
    .reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0);
  const names = EVENT_NAMES[voice.language];
  for (const event of ['5k', '10k', 'half_marathon', 'marathon'] as const)
    if (Math.abs(distance / EVENT_DISTANCE_M[event] - 1) < SAME_RACE) return names[event];
  return distance > 0 ? distanceWords(distance, voice) : (totalWords(segments, voice) ?? '');
}

function descriptionOf(workout: Named, voice: Voice, variant: number): string {
  const { warmup, main, cooldown } = partsOf(workout, voice);
  const phrases = PHRASES[voice.language];
  const manner = phrases.personas[voice.persona];
  const few = main.length <= MOST_PIECES_OF_DESCRIPTION;
  const pieces = few ? phrases.join(main.map((piece) => pieceWords(piece, workout, voice))) : '';
  const said = pieces !== '' && pieces.length <= MAX_MAIN;
  const sentences = [
    warmup === null ? null : manner.warmup(warmup),
    said ? manner.main(pieces, warmup !== null) : null,
    cooldown === null ? null : manner.cooldown(cooldown),
    tipFor(workout, voice, variant),
  ].filter((sentence) => sentence !== null);
  return sentences.join(voice.language === 'en' ? ' ' : '');
}

function pieceWords(piece: Piece, { workout_type, segments }: Named, voice: Voice): string {
  const phrases = PHRASES[voice.language];
  if (piece.kind === 'rest') return phrases.jog(piece.amount);
  const [rest, set_rest] = piece.rests;
  const work = workWords(piece, workout_type, segments, voice);
  if (rest === undefined) return work;
  const how = piece.kind === 'hills' ? 'down' : piece.walks ? 'walk' : 'jog';
  return phrases.between(work, rest, how, set_rest ?? null);
}

function workWords(
  { kind, amount, zone }: Piece,
  type: Named['workout_type'],
  segments: readonly Segment[],
  voice: Voice,
): string {
  const phrases = PHRASES[voice.language];
  if (type === 'race') return raceName(segments, voice);
  if (kind === 'hills') return phrases.uphill(amount);
  if (kind === 'strides') return phrases.strides(amount);
  const doing = phrases.doing[type];
  if (doing !== undefined) return doing(amount);
  if (zone === null) return amount;
  const asRace = type === 'race-pace' && zone === 'interval';
  return phrases.at(amount, asRace ? RACE_PACE_WORDS[voice.language] : ZONE_WORDS[voice.language][zone]);
}
