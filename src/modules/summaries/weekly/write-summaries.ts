import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  admits,
  athleteCeiling,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { type Clock, calendarDay } from '../../../shared/time.ts';
import { findConfined } from '../../activities/index.ts';
import { findUsers, holdUsers, type User } from '../../users/index.ts';
import type { Draft } from '../facts.ts';
import type { Writer } from '../model/create-writer.ts';
import { limitPerson } from '../model/limit-person.ts';
import { type FindRaceDays, markRaces, type Race } from '../races.ts';
import {
  type Due,
  findDue,
  findTimeZones,
  findWorkouts,
  insertSummaries,
  type KnownWorkout,
  updateSummaries,
  type WeeklySummary,
} from './queries.ts';
import { factsOfSpoken, speakWeek } from './spoken-week.ts';
import { dayOf, historySince, numberOfWeek, racesAround, rangeOf, type Week, weekOver } from './week.ts';
import { factsOfWeek, type WeekFacts } from './week-facts.ts';
import { wordsOfWeek, writeWeek } from './week-text.ts';
import { MOST_PEOPLE, weeklySummariesWritten } from './weekly-summaries-written.ts';

export type WeeklyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly events: Pick<Events, 'emit'>;
  readonly rateLimiter: Pick<RateLimiter, 'take'>;
  readonly llm: LanguageModel | undefined;
  readonly writer: Writer;
  readonly findRaceDays: FindRaceDays;
};

type Person = { readonly user: User; readonly week: Week; readonly is_new: boolean };

/**
 * Writes the week that is over of everybody whose Monday has come and who has done something in the last four: once, however often
 * and by however many processes at once this runs, and at any time of the week where Monday was missed. Whoever uploads
 * something of that week afterwards gets it written anew, and hears nothing of it.
 */
export async function writeWeeklySummaries(
  deps: WeeklyDeps,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
): Promise<void> {
  const now = deps.clock.now();
  const zones = await findTimeZones(deps.db);
  const weeks = zones.map((zone) => weekOver(zone, now)).filter((week) => week !== null);
  let after: string | null = null;
  for (;;) {
    signal.throwIfAborted();
    const due: Due[] = await findDue(deps.db, { weeks, after, limit: MOST_PEOPLE });
    await writePage(deps, await peopleOf(deps.db, due, weeks), { now, signal, logger });
    if (due.length < MOST_PEOPLE) return;
    after = due.at(-1)?.user_id ?? null;
  }
}

async function peopleOf(db: Database, due: readonly Due[], weeks: readonly Week[]): Promise<Person[]> {
  if (due.length === 0) return [];
  const users = await findUsers(
    db,
    due.map(({ user_id }) => user_id),
  );
  return due.flatMap(({ user_id, week: place, is_new }) => {
    const [user, week] = [users.get(user_id), weeks[place - 1]];
    return user === undefined || week === undefined ? [] : [{ user, week, is_new }];
  });
}

async function writePage(
  deps: WeeklyDeps,
  people: readonly Person[],
  { now, signal, logger }: { now: Date; signal: AbortSignal; logger: Logger },
): Promise<void> {
  if (people.length === 0) return;
  const workouts = await findWorkouts(
    deps.db,
    people.map(({ user, week }) => ({ user_id: user.user_id, week })),
  );
  const confined = await findConfined(
    deps.db,
    deps.sourcePolicies,
    people.map(({ user: { user_id }, week }) => ({
      user_id,
      from: historySince(week),
      until: rangeOf(week).until,
    })),
  );
  const race_days = await deps.findRaceDays(
    deps.db,
    people.map(({ user: { user_id }, week }) => ({ user_id, ...racesAround(week) })),
  );
  const written = await Promise.all(
    people.map(async (person) => {
      const { user, week } = person;
      try {
        const own = race_days.filter(({ user_id }) => user_id === user.user_id);
        const races = user.next_race === null ? own : [user.next_race, ...own];
        const { facts, draft } = draftOf(deps, person, {
          workouts: workouts.get(user.user_id) ?? [],
          races,
          now,
        });
        const limited = await limitPerson(deps, user.user_id, draft);
        return summaryOf(person, facts, { ...(await deps.writer.write(limited, signal)), now });
      } catch (error) {
        signal.throwIfAborted();
        logger.error(
          { err: error, user_id: user.user_id, week_start: week.week_start },
          'a week cannot be told',
        );
        return null;
      }
    }),
  );
  await store(deps, people, {
    summaries: written.filter((summary) => summary !== null),
    untold: new Set(confined.map(({ user_id }) => user_id)),
  });
}

function draftOf(
  { sourcePolicies }: WeeklyDeps,
  { user, week, is_new }: Person,
  known: { readonly workouts: readonly KnownWorkout[]; readonly races: readonly Race[]; readonly now: Date },
): { facts: WeekFacts; draft: Draft } {
  const { language, coach_persona: persona, unit_system } = user.preferences;
  const voice = { language, persona, unit_system };
  const { races } = known;
  const today = calendarDay(known.now, week.time_zone);
  const workouts = markRaces(known.workouts, races, ({ start_ms }) => dayOf(week, start_ms));
  const facts = {
    ...factsOfWeek(week, workouts, { races, today }),
    marked: markedIn(week, known.workouts),
  };
  const spoken = speakWeek(facts, voice);
  const turn = numberOfWeek(week.week_start);
  // Written anew as often as something comes: that is the rules' work.
  const tellsGoal =
    facts.race !== null || workouts.some(({ is_race }, place) => is_race !== known.workouts[place]?.is_race);
  const may_be_phrased = is_new && showsAllToModels(user, sourcePolicies, workouts, tellsGoal);
  return {
    facts,
    draft: {
      kind: 'weekly',
      voice,
      facts: factsOfSpoken(spoken, week.week_start, wordsOfWeek(spoken, voice, turn)),
      text: writeWeek(spoken, voice, turn),
      may_be_phrased,
    },
  };
}

/** What a week is written anew by, where somebody marks another run of it as a race, or none any more. */
function markedIn(week: Week, workouts: readonly KnownWorkout[]): NonNullable<WeekFacts['marked']> {
  const from = rangeOf(week).from.getTime();
  const marked = workouts.filter(({ is_race, start_ms }) => is_race && start_ms >= from);
  return {
    activities: marked.length,
    distance_m: marked.reduce((sum, { distance_m }) => sum + (distance_m ?? 0), 0),
  };
}

/** Sums and a score tell of every workout that they are made of: one that a model may not know of is enough to keep it out. */
function showsAllToModels(
  { privacy: settings }: User,
  policies: SourcePolicies,
  workouts: readonly KnownWorkout[],
  tellsGoal: boolean,
): boolean {
  const ceiling: ActivityCeiling = activityCeiling({ settings, policies, audience: 'ai' });
  const { plain, pace, load } = ceiling.shows;
  const showsRace =
    !tellsGoal || athleteCeiling({ settings, audience: 'ai' }).fields.shown.includes('next_race');
  return plain && pace && load && showsRace && workouts.every((workout) => admits(ceiling, workout));
}

function summaryOf(
  { user, week }: Person,
  facts: WeekFacts,
  { text, engine, now }: { text: string; engine: string; now: Date },
): WeeklySummary {
  return {
    user_id: user.user_id,
    week_start: week.week_start,
    time_zone: week.time_zone,
    facts,
    summary_text: text,
    language: user.preferences.language,
    persona: user.preferences.coach_persona,
    engine,
    generated_at: now,
  };
}

/** The rows and who is told of them commit together: nobody is told twice, and nobody is forgotten. */
async function store(
  { db, events }: WeeklyDeps,
  people: readonly Person[],
  { summaries, untold }: { summaries: readonly WeeklySummary[]; untold: ReadonlySet<string> },
): Promise<void> {
  const known = new Set(people.flatMap(({ user, is_new }) => (is_new ? [] : [user.user_id])));
  await db.transaction(async (tx) => {
    await holdUsers(
      tx,
      summaries.map(({ user_id }) => user_id),
    );
    await updateSummaries(
      tx,
      summaries.filter(({ user_id }) => known.has(user_id)),
    );
    const inserted = await insertSummaries(
      tx,
      summaries.filter(({ user_id }) => !known.has(user_id)),
    );
    const told = Map.groupBy(
      summaries.filter(({ user_id }) => inserted.has(user_id)),
      ({ week_start }) => week_start,
    );
    for (const [week_start, own] of told) {
      await events.emit(tx, weeklySummariesWritten, {
        week_start,
        people: own.map(({ user_id }) => ({ user_id, may_be_told: !untold.has(user_id) })),
      });
    }
  });
}
