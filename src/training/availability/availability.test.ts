import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, daysBetween, WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import { conflictOf } from './conflicts.ts';
import { constraintsOfTold } from './constraints-of-told.ts';
import { expandDays, isAbout, minutesOn } from './days.ts';
import { offerMoves } from './offer-moves.ts';
import { AVAILABILITY_KINDS, type AvailabilityEntry, DAY_PARTS, type InjuryEntry } from './told.ts';

const MONDAY = '2026-09-07';
const on = (days: number): string => addDays(MONDAY, days);
const range = (days: number) => ({ from: MONDAY, to: on(days - 1) });

let made = 0;
const entry = (fields: Partial<AvailabilityEntry>): AvailabilityEntry => ({
  id: `entry ${++made}`,
  kind: 'unavailable',
  part: 'day',
  minutes: null,
  weekdays: null,
  from: null,
  to: null,
  reason: null,
  ...fields,
});
const injury = (fields: Partial<InjuryEntry>): InjuryEntry => ({
  id: `injury ${++made}`,
  kind: 'injury',
  area: 'Knee',
  from: MONDAY,
  to: null,
  running: 'none',
  note: null,
  ...fields,
});
const taken = (told: Partial<Parameters<typeof constraintsOfTold>[0]>, days = 28) =>
  constraintsOfTold({ entries: [], injuries: [], races: [], ...told }, range(days));

test('days have what is told of them: dated, and every week between two ends', () => {
  const weekly = entry({ weekdays: ['monday', 'friday'], from: on(1), to: on(13) });
  const dated = entry({ from: on(11), to: on(12) });
  const days = expandDays([weekly, dated], range(28));
  assert.deepEqual(
    days.map(({ date, entries }) => [daysBetween(MONDAY, date), entries.length]),
    [
      [4, 1],
      [7, 1],
      [11, 2],
      [12, 1],
    ],
  );
});

test('the minutes of a day are those of its freest part, and none where each part is ruled out', () => {
  const parts = (...fields: Partial<AvailabilityEntry>[]) => minutesOn(fields.map(entry));
  assert.equal(parts(), Number.POSITIVE_INFINITY);
  assert.equal(parts({ part: 'morning' }, { part: 'evening' }), Number.POSITIVE_INFINITY);
  assert.equal(parts({ part: 'morning' }, { part: 'evening' }, { part: 'afternoon' }), 0);
  const evening = { part: 'evening', kind: 'limited', minutes: 30 } as const;
  assert.equal(parts({ part: 'morning' }, { part: 'afternoon' }, evening), 30);
  assert.equal(parts({ kind: 'limited', minutes: 45 }, evening), 45);
  assert.equal(parts({ kind: 'travelling' }), Number.POSITIVE_INFINITY);
});

test('days ruled out every week are days off, all others stretches, with their reasons', () => {
  const { constraints, not_taken } = taken({
    entries: [
      entry({ weekdays: ['monday'], reason: 'Choir' }),
      entry({ weekdays: ['friday'], from: on(14) }),
      entry({ from: on(-3), to: on(2), reason: 'Holiday' }),
    ],
  });
  assert.deepEqual(constraints.days_off, ['monday']);
  assert.deepEqual(constraints.unavailable, [
    { from: on(0), to: on(2), reason: 'Holiday' },
    { from: on(18), to: on(18), reason: null },
    { from: on(25), to: on(25), reason: null },
  ]);
  assert.deepEqual(not_taken, []);
});

test('a plan of one week takes a week away as a stretch and not as seven days off', () => {
  const { constraints } = taken({ entries: [entry({ from: on(0), to: on(6) })] }, 7);
  assert.deepEqual(constraints.days_off, []);
  assert.deepEqual(constraints.unavailable, [{ from: on(0), to: on(6), reason: null }]);
});

test('what constraints cannot say comes back by name', () => {
  const entries = [
    entry({ id: 'part', part: 'morning', from: on(1), to: on(1) }),
    entry({ id: 'minutes', kind: 'limited', minutes: 30, weekdays: ['tuesday'] }),
    entry({ id: 'travelling', kind: 'travelling', from: on(2), to: on(3) }),
    entry({ id: 'not of this plan', kind: 'travelling', from: on(40), to: on(41) }),
    entry({ id: 'away', from: on(9), to: on(9) }),
    entry({ id: 'a part of a day away', part: 'evening', from: on(9), to: on(9) }),
  ];
  const races = [
    { id: 'mile', date: on(5), distance_m: 800, priority: 'c', target_time_s: null },
    { id: 'ten', date: on(6), distance_m: 9_999.6, priority: 'b', target_time_s: 2_700 },
    { id: 'later', date: on(60), distance_m: 10_000, priority: 'a', target_time_s: null },
  ] as const;
  const { constraints, not_taken } = taken({ entries, races });
  assert.deepEqual(
    not_taken.map(({ id, reason }) => [id, reason]),
    [
      ['part', 'part_of_day'],
      ['minutes', 'minutes'],
      ['travelling', 'travelling'],
      ['mile', 'distance_out_of_bounds'],
    ],
  );
  assert.deepEqual(constraints.races, [
    { date: on(6), distance_m: 10_000, priority: 'b', target_time_s: 2_700 },
  ]);
});

test('injuries of these days are taken, from a year before the plan at the earliest', () => {
  const { constraints } = taken({
    injuries: [
      injury({ from: on(-900), running: 'no_hills' }),
      injury({ from: on(-9), to: on(-1) }),
      injury({ from: on(30) }),
    ],
  });
  assert.deepEqual(constraints.injuries, [{ area: 'Knee', from: on(-365), to: null, running: 'no_hills' }]);
});

test('more than fifty stretches are not taken, and are named', () => {
  const entries = [entry({ id: 'every other', weekdays: ['tuesday', 'thursday'], from: on(1), to: on(300) })];
  const { constraints, not_taken } = taken({ entries }, 364);
  assert.equal(constraints.unavailable.length, 50);
  assert.deepEqual(not_taken, [{ source: 'availability', id: 'every other', reason: 'too_many' }]);
});

const anyEntry = fc
  .record({
    kind: fc.constantFrom(...AVAILABILITY_KINDS),
    part: fc.constantFrom(...DAY_PARTS),
    minutes: fc.integer({ min: 1, max: 200 }),
    weekdays: fc.option(fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), { nil: null }),
    from: fc.integer({ min: -20, max: 40 }),
    days: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ from, days, minutes, ...rest }) =>
    entry({
      ...rest,
      minutes: rest.kind === 'limited' ? minutes : null,
      from: on(from),
      to: on(from + days),
    }),
  );

test('a day is in the constraints exactly where all of it is ruled out', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (entries, days) => {
      const { constraints } = taken({ entries }, days);
      for (let place = 0; place < days; place++) {
        const date = on(place);
        const isOut = minutesOn(entries.filter((one) => isAbout(one, date))) === 0;
        const day = WEEKDAYS[place % 7] as Weekday;
        const isIn =
          constraints.days_off.includes(day) ||
          constraints.unavailable.some(({ from, to }) => date >= from && date <= to);
        assert.equal(isIn, isOut, date);
      }
    }),
  );
});

const workout = (place: number, workout_type: WorkoutType = 'easy-run', duration_s = 3_600) => ({
  id: `workout ${place}`,
  date: on(place),
  workout_type,
  duration_s,
  segments: [{ kind: 'work', duration_s }] as const,
});

test('a workout conflicts with its day by what leaves least', () => {
  const kinds = (told: Partial<Parameters<typeof conflictOf>[1]>, type: WorkoutType = 'intervals') =>
    conflictOf(workout(1, type), { entries: [], injuries: [], ...told })?.kind ?? null;
  const travelling = entry({ kind: 'travelling', weekdays: ['tuesday'] });
  const limited = entry({ kind: 'limited', minutes: 59, weekdays: ['tuesday'] });
  const away = entry({ from: on(0), to: on(3) });
  const hurt = injury({ running: 'easy_only' });
  assert.equal(kinds({}), null);
  assert.equal(kinds({ entries: [travelling] }), 'travelling');
  assert.equal(kinds({ entries: [travelling, limited] }), 'limited');
  assert.equal(kinds({ entries: [travelling, limited], injuries: [hurt] }), 'injury');
  assert.equal(kinds({ entries: [travelling, limited, away], injuries: [hurt] }), 'unavailable');
  assert.equal(kinds({ injuries: [hurt] }, 'easy-run'), null);
  assert.equal(kinds({ injuries: [injury({ running: 'no_hills' })] }, 'hills'), 'injury');
  assert.equal(kinds({ injuries: [injury({ running: 'none' })] }, 'strength'), null, 'which is no run');
  assert.equal(kinds({ entries: [entry({ part: 'morning', from: on(1), to: on(1) })] }), null);
  assert.equal(kinds({ entries: [entry({ ...limited, minutes: 60 })] }), null);
});

test('the nearest free day of the week is offered, hard days stay apart, and races never move', () => {
  const offers = (
    workouts: ReturnType<typeof workout>[],
    entries: AvailabilityEntry[],
    { beside = [], today = MONDAY }: { beside?: ReturnType<typeof workout>[]; today?: string } = {},
  ) =>
    offerMoves({ start_date: MONDAY, workouts }, { beside, told: { entries, injuries: [] }, today }).map(
      ({ workout: { id }, move_to }) => [id, move_to === null ? null : daysBetween(MONDAY, move_to)],
    );
  const away = (...places: number[]) => places.map((place) => entry({ from: on(place), to: on(place) }));
  const week = [workout(1, 'intervals'), workout(3, 'easy-run'), workout(5, 'tempo')];
  assert.deepEqual(offers(week, away(3)), [['workout 3', 2]]);
  assert.deepEqual(offers(week, away(3, 2)), [['workout 3', 4]]);
  assert.deepEqual(offers(week, away(5)), [['workout 5', 4]]);
  assert.deepEqual(offers(week, away(5, 4)), [['workout 5', 6]]);
  assert.deepEqual(
    offers([...week, workout(7, 'hills')], away(5, 4)),
    [['workout 5', null]],
    'next to hills',
  );
  assert.deepEqual(offers(week, away(5), { beside: [workout(4)] }), [['workout 5', 6]]);
  assert.deepEqual(offers(week, away(1), { today: on(1) }), [['workout 1', 2]]);
  assert.deepEqual(offers(week, away(1), { today: on(2) }), [], 'what is over');
  assert.deepEqual(offers([workout(6, 'race')], away(6)), [['workout 6', null]]);
  assert.deepEqual(offers([workout(2), workout(3)], away(2, 3)), [
    ['workout 2', 1],
    ['workout 3', 4],
  ]);
});

test('offers go together: after all of them no two workouts share a day and no conflict is left where one was offered', () => {
  const anyWeek = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 });
  const anyType = fc.constantFrom<WorkoutType>('easy-run', 'intervals', 'tempo', 'long-run', 'race');
  fc.assert(
    fc.property(
      fc.array(anyEntry, { maxLength: 4 }),
      anyWeek,
      fc.array(anyType, { minLength: 12, maxLength: 12 }),
      (entries, places, types) => {
        const workouts = places.map((place, index) => workout(place, types[index] ?? 'easy-run'));
        const told = { entries, injuries: [] };
        const offers = offerMoves({ start_date: MONDAY, workouts }, { beside: [], told, today: on(3) });
        const moved = workouts.map((one) => {
          const to = offers.find(({ workout: { id } }) => id === one.id)?.move_to ?? null;
          return { ...one, date: to ?? one.date };
        });
        assert.equal(new Set(moved.map(({ date }) => date)).size, moved.length);
        for (const { workout: one, move_to } of offers) {
          if (move_to === null) continue;
          assert.ok(move_to >= on(3));
          assert.equal(
            Math.floor(daysBetween(MONDAY, move_to) / 7),
            Math.floor(daysBetween(MONDAY, one.date) / 7),
          );
          assert.equal(conflictOf({ ...one, date: move_to }, told), null);
        }
      },
    ),
  );
});
