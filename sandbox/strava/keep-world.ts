import type { Session } from '../recordings/plan-session.ts';
import { raiseTerrain } from '../recordings/raise-terrain.ts';
import type { Recording } from '../recordings/recording.ts';
import { type SeededRandom, seededRandom } from '../recordings/seeded-random.ts';
import { type Simulation, simulateActivity } from '../recordings/simulate-activity.ts';
import { NO_TOTALS, summarizeRecording } from '../recordings/summarize-recording.ts';
import { thinTrack, trackOf } from '../recordings/track.ts';
import { type ActivityChanges, CHANGEABLE, type StravaActivity } from './activity.ts';
import { inventAthlete, type StravaAthlete } from './athlete.ts';
import { sessionOf } from './plan-training.ts';
import { isRun, sportType } from './sports.ts';

/** Above 2^32, as theirs are. */
const FIRST_ACTIVITY = 16_000_000_001;
const FIRST_ATHLETE = 134_800_001;

/** Who has an account at the platform, and what they have uploaded. */
export function keepWorld() {
  const athletes = new Map<number, StravaAthlete>();
  const activities = new Map<number, StravaActivity>();
  let nextActivity = FIRST_ACTIVITY;
  let nextAthlete = FIRST_ATHLETE;
  const athlete = (id: number): StravaAthlete => {
    const found = athletes.get(id);
    if (found === undefined) throw new RangeError(`Nobody at the platform has the id ${id}.`);
    return found;
  };
  return {
    addAthlete: (named: Partial<StravaAthlete> & { readonly seed?: string } = {}): StravaAthlete => {
      const added = inventAthlete({ id: nextAthlete++, ...named });
      athletes.set(added.id, added);
      return added;
    },
    athletes: (): readonly StravaAthlete[] => [...athletes.values()],
    /** @throws RangeError for somebody who has no account */
    athlete,
    add: (athlete_id: number, start: Date, input: ActivityInput): StravaActivity => {
      const id = input.id ?? nextActivity++;
      if (activities.has(id)) throw new RangeError(`The platform has an activity ${id} already.`);
      const activity = makeActivity({ ...input, start, id, athlete: athlete(athlete_id) });
      activities.set(activity.id, activity);
      return activity;
    },
    replace: (activity: StravaActivity): unknown => activities.set(activity.id, activity),
    remove: ({ id }: StravaActivity): unknown => activities.delete(id),
    find: (id: number): StravaActivity | undefined => activities.get(id),
    activitiesOf: (athlete_id: number): StravaActivity[] => [
      ...activities.values().filter((activity) => activity.athlete_id === athlete_id),
    ],
  };
}

/** What a new activity is. Everything may be left out: then it is an invented run. */
export type ActivityInput = ActivityChanges & {
  readonly start?: Date;
  readonly id?: number;
  /** How to make what a watch recorded, which may go to other platforms as well. */
  readonly simulation?: Simulation;
  /** What a watch recorded, which may go to other platforms as well. */
  readonly recording?: Recording;
  /** Instead of a recording: what is invented. */
  readonly session?: Session;
  /** Entered by hand: nothing was recorded. */
  readonly manual?: { readonly distance_m: number; readonly duration_s: number };
  readonly device_name?: string | null;
  readonly external_id?: string | null;
  readonly seed?: string;
  readonly resolution_s?: number;
};

const TRACK_POINTS = 60;

/** An activity as the platform keeps it, once it has been uploaded or entered by hand. */
function makeActivity(
  input: ActivityInput & { readonly id: number; readonly start: Date; readonly athlete: StravaAthlete },
): StravaActivity {
  const { id, athlete, start } = input;
  const random = seededRandom(`${input.seed ?? 'strava'}/activity/${athlete.id}/${id}`);
  const record = input.manual === undefined ? recorder(input, random) : null;
  const recording = record?.();
  const device_name =
    record === null
      ? null
      : (input.device_name ?? (input.recording ?? input.simulation)?.device.name ?? athlete.device_name);
  const facts =
    recording === undefined ? enteredByHand(input.manual, start, athlete) : recorded(recording, random);
  const { sport_type = facts.sport_type, ...chosen } = chosenOf(input);
  return {
    id,
    athlete_id: athlete.id,
    upload_id: record === null ? null : id + 1_000_000_000,
    external_id: input.external_id ?? (device_name === null ? null : externalId(device_name, random)),
    device_name,
    description: null,
    visibility: 'everyone',
    start_hidden: false,
    hide_from_home: false,
    flagged: false,
    hidden_stats: [],
    commute: false,
    workout_type: isRun(sport_type) ? 0 : null,
    ...facts,
    ...chosen,
    sport_type,
    trainer: facts.track.length === 0 && sport_type !== 'Swim',
    recording: record,
  };
}

/** What the athlete has said about it, and nothing else of the input. */
function chosenOf(input: ActivityInput): ActivityChanges {
  const said = CHANGEABLE.filter((field) => input[field] !== undefined);
  return Object.fromEntries(said.map((field) => [field, input[field]]));
}

type Facts = ReturnType<typeof recorded>;

function recorded(recording: Recording, random: SeededRandom) {
  const track = thinTrack(trackOf(recording) ?? [], TRACK_POINTS);
  return {
    name: recording.name,
    sport_type: sportType(recording.sport),
    start: recording.start,
    timezone: recording.timezone,
    totals: summarizeRecording(recording).total,
    elevation: heights(recording),
    calories_kcal: recording.calories_kcal,
    temperature_c: track.length === 0 ? null : random.integer(4, 27),
    track,
  };
}

function enteredByHand(manual: ActivityInput['manual'], start: Date, athlete: StravaAthlete): Facts {
  return {
    name: 'Entered by hand',
    sport_type: 'Run',
    start,
    timezone: athlete.timezone,
    totals: totalsByHand(manual),
    elevation: null,
    calories_kcal: 0,
    temperature_c: null,
    track: [],
  };
}

/** The recording that was given, or how to invent one. */
function recorder(
  input: ActivityInput & { readonly start: Date; readonly athlete: StravaAthlete; readonly id: number },
  random: SeededRandom,
): () => Recording {
  const { recording, athlete, start } = input;
  if (recording !== undefined) return () => recording;
  const session = input.session ?? sessionOf(input.sport_type ?? 'Run', random);
  const simulation = input.simulation ?? {
    seed: `${input.seed ?? 'strava'}/${athlete.id}/${input.id}`,
    name: input.name ?? 'Morning Run',
    session,
    runner: athlete.runner,
    start: new Date(Math.floor(start.getTime() / 1_000) * 1_000),
    timezone: athlete.timezone,
    home: athlete.home,
    terrain: raiseTerrain({ seed: athlete.timezone, base_m: 60, relief_m: 8 }),
    device: {
      name: athlete.device_name,
      manufacturer: 1,
      product: 4315,
      serial_number: athlete.id,
      software_version: 2_009,
    },
    route: random.integer(1, 5),
    resolution_s: input.resolution_s ?? 1,
  };
  return () => simulateActivity(simulation);
}

/** Garmin's uploads are called like this; other makers' have texts of their own. */
function externalId(device_name: string, random: SeededRandom): string {
  if (device_name.startsWith('Garmin'))
    return `garmin_ping_${random.integer(490_000_000_000, 499_999_999_999)}`;
  return `${random.integer(0x1000_0000, 0xffff_ffff).toString(16)}-activity.fit`;
}

function totalsByHand(
  { distance_m, duration_s } = { distance_m: 0, duration_s: 0 },
): StravaActivity['totals'] {
  const average_speed_mps = duration_s === 0 ? 0 : distance_m / duration_s;
  return { ...NO_TOTALS, elapsed_s: duration_s, timer_s: duration_s, distance_m, average_speed_mps };
}

function heights({ samples }: Recording): StravaActivity['elevation'] {
  if (samples.altitude_m === null) return null;
  let [high_m, low_m] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const height of samples.altitude_m)
    [high_m, low_m] = [Math.max(high_m, height), Math.min(low_m, height)];
  return { high_m, low_m };
}
