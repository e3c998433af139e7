import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { givenPlan } from '../../../test/given-plan.ts';
import { writePlanCalendar } from './write-plan-calendar.ts';

const UPDATED_AT = new Date('2026-07-01T06:00:00Z');

/** What somebody else's reader finds. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
}

const plan = (workouts = givenPlan('2026-07-06', 2, 270).workouts) => ({
  id: '019f04bb-0cc4-7f2a-905b-b5365568ed9a',
  title: 'Autumn half; "fast", \\ twice',
  language: 'ja' as const,
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
    workouts.map(({ id, date, title, description }) => ({
      starts: date,
      ends: nextDay(date),
      summary: title,
      description,
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
  const text = writePlanCalendar(plan([{ ...workout, title, description }]));
  const [event] = eventsOf(text);
  assert.equal(event?.summary, title);
  assert.equal(event?.description, description.replaceAll('\r\n', '\n'));
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75));
});

test('a plan without workouts is a calendar without events', () => {
  assert.deepEqual(eventsOf(writePlanCalendar(plan([]))), []);
});
