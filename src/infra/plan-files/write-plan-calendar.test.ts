import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { givenPlan } from '../../test/given-plan.ts';
import type { Segment } from '../../training/planning/plan.ts';
import { stretchLines } from './stretch-lines.ts';
import { writePlanCalendar } from './write-plan-calendar.ts';

const UPDATED_AT = new Date('2026-07-01T06:00:00Z');

function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
}

const plan = (workouts = givenPlan('2026-07-06', 2, 270).workouts) => ({
  id: '019f04bb-0cc4-7f2a-905b-b5365568ed9a',
  title: 'Autumn half; "fast", \\ twice',
  language: 'ja' as const,
  unit_system: 'metric' as const,
  updated_at: UPDATED_AT,
  workouts,
});

test('each workout is a whole day, wherever the athlete is', () => {
  const given = plan();
  const { workouts } = given;
  const events = eventsOf(writePlanCalendar(given));
  assert.deepEqual(
    events.map(({ startDate, endDate, summary, description, uid }) => ({
      starts: startDate.toString(),
      ends: endDate.toString(),
      summary,
      description,
      uid,
    })),
    workouts.map(({ id, date, title, description, segments }) => ({
      starts: date,
      ends: nextDay(date),
      summary: title,
      description: `${description}\n\n${stretchLines(segments, given).join('\n')}`,
      uid: `019f04bb-0cc4-7f2a-905b-b5365568ed9a-${id}@ekiden`,
    })),
  );
  assert.ok(events.every(({ startDate }) => startDate.isDate));
});

const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

test('texts of any kind come back as they were, and no line is longer than the standard allows', () => {
  const [workout] = givenPlan('2026-12-28', 1, 270).workouts;
  assert.ok(workout !== undefined);
  const title = 'Läufe, 5 × 1 km; "駅伝" \\n 🏃‍♀️';
  const description = `${'長い説明。'.repeat(60)}\nBEGIN:VALARM\r\nEND:VEVENT`;
  const text = writePlanCalendar(plan([{ ...workout, title, description, segments: [] }]));
  const [event] = eventsOf(text);
  assert.equal(event?.summary, title);
  assert.equal(event?.description, description.replaceAll('\r\n', '\n'));
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
});

test('a title of several lines adds none to the calendar', () => {
  for (const between of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
    const title = `Plan${between}ATTACH:https://evil.example/`;
    const text = writePlanCalendar({ ...plan([]), title });
    assert.doesNotMatch(text, /^ATTACH/mu);
    assert.match(text, /Plan ATTACH/);
  }
});

test('each stretch is told with its range, in the units and the language of the athlete', () => {
  const segments: readonly Segment[] = [
    { kind: 'warmup', duration_s: 900, target: { type: 'heart_rate', min: 128, max: 144, zone: 'easy' } },
    {
      kind: 'repeat',
      repeat: {
        times: 5,
        segments: [
          {
            kind: 'work',
            distance_m: 1_000,
            target: { type: 'pace', min: 268, max: 274.5, zone: 'threshold' },
          },
          { kind: 'recovery', duration_s: 60 },
        ],
      },
    },
    {
      kind: 'repeat',
      repeat: {
        times: 4,
        segments: [
          { kind: 'work', distance_m: 200, target: { type: 'pace', min: null, max: 239.6, zone: null } },
        ],
      },
    },
    { kind: 'cooldown', distance_m: 3_218.688, target: { type: 'effort', min: 2, max: 3, zone: 'easy' } },
  ];
  assert.deepEqual(stretchLines(segments, { language: 'en', unit_system: 'metric' }), [
    '15 min (warm-up) @ 128–144 bpm',
    '5 × (1 km @ 4:28–4:35 /km, 1 min (recovery))',
    '4 × 200 m @ ≤ 4:00 /km',
    '3.2 km (cool-down) @ RPE 2–3',
  ]);
  assert.deepEqual(stretchLines(segments, { language: 'ja', unit_system: 'imperial' }).slice(1), [
    '5 × (1 km @ 7:11–7:22 /mi, 1 分 (リカバリー))',
    '4 × 200 m @ ≤ 6:26 /mi',
    '2 マイル (クールダウン) @ RPE 2–3',
  ]);
});

test('a plan without workouts is a calendar without events', () => {
  assert.deepEqual(eventsOf(writePlanCalendar(plan([]))), []);
});
