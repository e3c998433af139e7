/** What people tell, and what clubs plan with them: all that can be said, over few days, so that much is about the same ones. */
import fc from 'fast-check';
import { anyName, anyText } from './any-profile.ts';
import { anyMomentOfNow, maybe, mostly, record } from './any-value.ts';
import type {
  Attended,
  Availability,
  ClubSession,
  Entry,
  Injury,
  PlannedSaid,
  Race,
  Said,
  Talk,
} from './told.ts';

const anyId = fc.noShrink(fc.uuid({ version: 4 }));
const anyOrderedId = fc.noShrink(fc.uuid({ version: 7 }));
const anyWords = fc.oneof(anyName, fc.constantFrom('Calf was tight.', '=HYPERLINK("x")'));

/** Said, said and taken back, or never said. */
const part = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ value: T | null; at: Date } | null> =>
  fc.option(
    record<{ value: T | null; at: Date }>({ value: fc.option(value, { freq: 6 }), at: anyMomentOfNow }),
    {
      freq: 2,
    },
  );

const anyPain = record({
  area: fc.constantFrom('calf', 'knee'),
  side: maybe(fc.constantFrom('left', 'both')),
  level: fc.integer({ min: 1, max: 10 }),
});
const nothing = fc.constant(null);
const rated = {
  rpe: part(fc.integer({ min: 1, max: 10 })),
  feel: part(fc.integer({ min: 1, max: 5 })),
  note: part(anyWords),
  pain: part(anyPain),
};

const anySaidOfActivity: fc.Arbitrary<Said> = record({ id: anyId, ...rated, skipped: nothing });
export const anySaid: fc.Arbitrary<Said | null> = fc.option(anySaidOfActivity, { freq: 2 });

const anySaidOfWorkout: fc.Arbitrary<Said> = fc.oneof(
  record({ id: anyId, ...rated, skipped: nothing }),
  record({
    id: anyId,
    ...rated,
    rpe: nothing,
    feel: nothing,
    skipped: part(record({ reason: fc.constantFrom('ill', 'no_time') })),
  }),
);
export const anyPlannedSaid: fc.Arbitrary<readonly PlannedSaid[]> = fc.array(
  record({
    said: anySaidOfWorkout,
    saved_plan_id: anyOrderedId,
    plan_id: anyOrderedId,
    workout_id: anyOrderedId,
    date: fc.constantFrom('2026-06-29', '2026-07-06'),
    first_said: anyMomentOfNow,
  }),
  { maxLength: 2 },
);

const anyDay = fc.constantFrom(
  '2026-06-24',
  '2026-06-29',
  '2026-07-01',
  '2026-07-03',
  '2026-07-08',
  '9000-01-02',
);
const anyEnds = fc
  .tuple(anyDay, anyDay)
  .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));

const anyEntry: fc.Arbitrary<Entry> = fc
  .record({
    id: anyOrderedId,
    what: fc.oneof(
      record({
        kind: fc.constantFrom('unavailable' as const, 'unavailable' as const, 'travelling' as const),
        minutes: nothing,
      }),
      record({ kind: fc.constant('limited' as const), minutes: fc.constantFrom(20, 45) }),
    ),
    part: mostly<Entry['part']>('day', 'morning', 'afternoon', 'evening'),
    when: fc.oneof(
      fc.tuple(nothing, anyEnds),
      fc.tuple(
        fc.subarray(['monday', 'wednesday', 'friday'], { minLength: 1 }),
        fc.tuple(anyEnds, fc.boolean(), fc.boolean()).map(([{ from, to }, isFrom, isTo]) => ({
          from: isFrom ? from : null,
          to: isTo ? to : null,
        })),
      ),
    ),
    reason: maybe(anyWords),
    created_at: anyMomentOfNow,
  })
  .map(({ what, when: [weekdays, ends], ...entry }) => ({ ...entry, ...what, weekdays, ...ends }));

const anyInjury: fc.Arbitrary<Injury> = fc
  .record({
    id: anyOrderedId,
    kind: fc.constantFrom('injury' as const, 'illness' as const),
    area: anyWords,
    ends: anyEnds,
    isOver: fc.boolean(),
    running: fc.constantFrom('none' as const, 'none' as const, 'easy_only' as const, 'no_hills' as const),
    note: maybe(anyWords),
    created_at: anyMomentOfNow,
  })
  .map(({ ends, isOver, ...injury }) => ({ ...injury, from: ends.from, to: isOver ? ends.to : null }));

export const anyAvailability: fc.Arbitrary<Availability> = record({
  entries: fc.array(anyEntry, { maxLength: 3 }),
  injuries: fc.array(anyInjury, { maxLength: 2 }),
});

/** `link` is the place of the activity that was the race. */
export const anyRaces: fc.Arbitrary<
  readonly (Omit<Race, 'activity_id'> & { readonly link: number | null })[]
> = fc.array(
  record({
    id: anyOrderedId,
    date: fc.constantFrom('2026-06-20', '2026-06-29', '2026-07-01', '2026-07-05', '2027-01-02'),
    name: anyName,
    course: fc.constantFrom(
      { event: '5k', distance_m: 5_000 },
      { event: 'half_marathon', distance_m: 21_097.5 },
      { event: null, distance_m: 7_777 },
    ),
    priority: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
    target_time_s: maybe(fc.constantFrom(1_500, 5_000)),
    result: fc.option(
      record({
        time_s: fc.constantFrom(1_501, 1_700),
        place: maybe(fc.constant(12)),
        conditions: maybe(anyText),
      }),
      { freq: 2 },
    ),
    link: fc.option(fc.nat(3), { freq: 2 }),
    created_at: anyMomentOfNow,
  }).map(({ course, ...race }) => ({ ...race, ...course })),
  { maxLength: 3 },
);

const THRESHOLD = { type: 'effort', min: 7, max: 8, zone: 'threshold' } as const;
export const anyClubSession = (groups: number): fc.Arbitrary<ClubSession> =>
  record({
    id: anyOrderedId,
    title: anyName,
    description: anyText,
    starts_at: anyMomentOfNow,
    timezone: fc.constantFrom('Asia/Taipei', 'UTC'),
    duration_s: fc.constantFrom(3_600, 5_400),
    place: anyText,
    point: maybe(fc.constant({ latitude_deg: 25.02, longitude_deg: 121.5 })),
    capacity: maybe(fc.constantFrom(1, 20)),
    answer_until: maybe(anyMomentOfNow),
    audience: fc.option(fc.subarray([...Array(groups).keys()], { minLength: 1 }), { freq: 2 }),
    cancelled: fc.option(record({ at: anyMomentOfNow, reason: maybe(anyText) }), { freq: 2 }),
    workout: fc.constantFrom(null, {
      workout_type: 'intervals',
      segments: [{ kind: 'work', duration_s: 1_200, target: THRESHOLD }],
      groups: [],
    }),
    created_at: anyMomentOfNow,
  });

const anyAttended: fc.Arbitrary<Attended> = record({
  answer: fc.option(
    record({
      word: mostly<'yes' | 'no' | 'maybe'>('yes', 'no', 'maybe'),
      at: anyMomentOfNow,
      waits: fc.boolean(),
    }).map((answer) => ({ ...answer, waits: answer.waits && answer.word === 'yes' })),
    { freq: 3 },
  ),
  ticks: fc
    .array(record({ id: anyOrderedId, came: fc.boolean(), at: anyMomentOfNow }), { maxLength: 2 })
    .map((ticks) => ticks.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))),
});
export const anyAttendedOf = (sessions: number): fc.Arbitrary<readonly (Attended | null)[]> =>
  fc.array(fc.option(anyAttended, { freq: 3 }), { minLength: sessions, maxLength: sessions });

export const anyTalk: fc.Arbitrary<Talk> = record({
  id: anyOrderedId,
  is_of_before: mostly(false, true),
  posts: fc.uniqueArray(record({ id: anyOrderedId, text: anyWords, at: anyMomentOfNow }), {
    minLength: 1,
    maxLength: 2,
    selector: ({ at }) => at.getTime(),
  }),
}).map((talk) => ({ ...talk, posts: talk.posts.toSorted((a, b) => a.at.getTime() - b.at.getTime()) }));
