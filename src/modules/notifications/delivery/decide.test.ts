import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS } from '../../../shared/time.ts';
import { type Decision, decide, type Reachable, type When } from './decide.ts';
import { CAMPAIGN, centreSwitches, DIRECT, type Kind, noticeKind, TOPIC } from './kinds.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

const NOW = new Date('2026-07-01T14:30:00Z');
const ALL_ON = {
  leaderboard_like: true,
  new_activity_like: true,
  new_activity_comment: true,
  new_message: true,
  unread_mail: true,
  new_follower: true,
  ai_coach_notification: true,
  email_notification: true,
  activity_completed_notification: true,
  workout_reminder: true,
  weekly_summary: true,
};
const EVERYWHERE: Reachable = {
  settings: ALL_ON,
  preferences: { language: 'ja', timezone: 'Asia/Tokyo', coach_persona: 'joy' },
  quiet_hours: null,
  has_device: true,
  has_verified_email: true,
  has_chat: true,
  has_opted_out: false,
};
const NIGHT: QuietHours = { starts: '22:00:00', ends: '07:00:00' };
const ASLEEP: Reachable = { ...EVERYWHERE, quiet_hours: NIGHT };
const off = (...names: readonly (keyof typeof ALL_ON)[]): Reachable => ({
  ...EVERYWHERE,
  settings: { ...ALL_ON, ...Object.fromEntries(names.map((name) => [name, false])) },
});

/** For push, e-mail and chat: `now`, the time, or the reason to skip. */
const inWords = ({ push, email, chat }: Decision): string =>
  [push, email, chat].map((when) => ('skip' in when ? when.skip : timeOf(when))).join(' ');
const timeOf = ({ at }: Exclude<When, { skip: unknown }>): string =>
  at.getTime() === NOW.getTime() ? 'now' : at.toISOString().slice(5, 16);

const none = 'not_asked_for';
const CASES: readonly (readonly [string, Kind, Reachable, string])[] = [
  ['a team notice', noticeKind('athlete_joined'), EVERYWHERE, `now ${none} ${none}`],
  [
    'with nothing to switch it off',
    noticeKind('data_exported'),
    off('ai_coach_notification'),
    `now ${none} ${none}`,
  ],
  [
    'no device',
    noticeKind('athlete_left'),
    { ...EVERYWHERE, has_device: false },
    `no_device ${none} ${none}`,
  ],
  ['at night', noticeKind('added_to_organization'), ASLEEP, `07-01T22:00 ${none} ${none}`],
  ['a lost connection', noticeKind('connection_lost'), EVERYWHERE, `now now ${none}`],
  ['a chat that somebody else has now', noticeKind('chat_moved'), EVERYWHERE, `now now ${none}`],
  ['by mail at night too', noticeKind('connection_lost'), ASLEEP, `07-01T22:00 now ${none}`],
  ['no mails wanted', noticeKind('connection_lost'), off('email_notification'), `now email_off ${none}`],
  [
    'an address nobody has confirmed',
    noticeKind('connection_lost'),
    { ...EVERYWHERE, has_verified_email: false },
    `now no_verified_email ${none}`,
  ],
  ['a plan', noticeKind('plan_assigned'), EVERYWHERE, `now ${none} ${none}`],
  [
    'a plan, coach off',
    noticeKind('plan_assigned'),
    off('ai_coach_notification'),
    `switched_off ${none} ${none}`,
  ],
  ['a reminder', noticeKind('workout_reminder'), EVERYWHERE, `now ${none} ${none}`],
  [
    'a reminder, off',
    noticeKind('workout_reminder'),
    off('workout_reminder'),
    `switched_off ${none} ${none}`,
  ],
  ['a workout', noticeKind('activity_summary'), EVERYWHERE, `now ${none} ${none}`],
  [
    'a workout, off',
    noticeKind('activity_summary'),
    off('activity_completed_notification'),
    `switched_off ${none} ${none}`,
  ],
  [
    'a workout, coach off',
    noticeKind('activity_summary'),
    off('ai_coach_notification'),
    `switched_off ${none} ${none}`,
  ],
  ['a week', noticeKind('weekly_summary'), EVERYWHERE, `now now ${none}`],
  ['a week, off', noticeKind('weekly_summary'), off('weekly_summary'), `switched_off switched_off ${none}`],
  ['a week, no mails', noticeKind('weekly_summary'), off('email_notification'), `now email_off ${none}`],
  ['a type nobody knows', noticeKind('eclipse'), EVERYWHERE, `${none} ${none} ${none}`],
  ['a type called like a part of objects', noticeKind('constructor'), EVERYWHERE, `${none} ${none} ${none}`],
  ['a campaign', CAMPAIGN, EVERYWHERE, 'now now now'],
  ['a campaign at night', CAMPAIGN, ASLEEP, '07-01T22:00 now 07-01T22:00'],
  ['opted out', CAMPAIGN, { ...EVERYWHERE, has_opted_out: true }, 'opted_out opted_out opted_out'],
  [
    'opted out, and not to be reached besides',
    CAMPAIGN,
    { ...EVERYWHERE, has_opted_out: true, has_device: false, has_chat: false, has_verified_email: false },
    'opted_out opted_out opted_out',
  ],
  ['no chat', CAMPAIGN, { ...EVERYWHERE, has_chat: false }, 'now now no_chat'],
  ['by one channel', { ...CAMPAIGN, channels: ['chat'] }, EVERYWHERE, `${none} ${none} now`],
  [
    'a topic, opted out',
    { ...TOPIC, channels: ['push'] },
    { ...ASLEEP, has_opted_out: true },
    `opted_out ${none} ${none}`,
  ],
  ['from a coach, at night', DIRECT, ASLEEP, `now ${none} ${none}`],
];

describe('one decision says what goes where', () => {
  for (const [name, kind, person, expected] of CASES) {
    test(name, () => assert.equal(inWords(decide({ kind, person, now: NOW })), expected));
  }

  test('and in which language and voice', () => {
    const { language, persona } = decide({ kind: CAMPAIGN, person: EVERYWHERE, now: NOW });
    assert.deepEqual([language, persona], ['ja', 'joy']);
  });

  test('a zone that no runtime knows any more is UTC', () => {
    const person = { ...ASLEEP, preferences: { ...ASLEEP.preferences, timezone: 'Mars/Olympus' } };
    assert.equal(inWords(decide({ kind: CAMPAIGN, person, now: NOW })), 'now now now');
  });

  test('the centre falls silent for what comes of itself alone', () => {
    const silent = [
      'workout_reminder',
      'activity_summary',
      'weekly_summary',
      'plan_assigned',
      'data_exported',
    ];
    assert.deepEqual(
      silent.map((type) => centreSwitches(type)),
      [
        ['workout_reminder'],
        ['activity_completed_notification', 'ai_coach_notification'],
        ['weekly_summary'],
        [],
        [],
      ],
    );
  });
});

describe('quiet hours', () => {
  const cases: readonly (readonly [string, string, string, string, string, string])[] = [
    ['before they begin', '2026-07-01T12:59:59Z', '22:00', '07:00', 'Asia/Tokyo', '2026-07-01T12:59:59Z'],
    ['as they begin', '2026-07-01T13:00:00Z', '22:00', '07:00', 'Asia/Tokyo', '2026-07-01T22:00:00Z'],
    ['past midnight', '2026-07-01T16:00:00Z', '22:00', '07:00', 'Asia/Tokyo', '2026-07-01T22:00:00Z'],
    ['as they end', '2026-07-01T22:00:00Z', '22:00', '07:00', 'Asia/Tokyo', '2026-07-01T22:00:00Z'],
    ['of one day', '2026-07-01T04:00:00Z', '12:00', '14:00', 'Asia/Tokyo', '2026-07-01T05:00:00Z'],
    ['until midnight', '2026-07-01T14:00:00Z', '22:00', '00:00', 'Asia/Tokyo', '2026-07-01T15:00:00Z'],
    ['from midnight', '2026-07-01T15:00:00Z', '00:00', '06:00', 'Asia/Tokyo', '2026-07-01T21:00:00Z'],
    // Clocks go from two to three at 01:00 UTC.
    ['over a leap', '2026-03-28T22:00:00Z', '22:00', '07:00', 'Europe/Berlin', '2026-03-29T05:00:00Z'],
    [
      'that end in the hour that never comes',
      '2026-03-28T22:00:00Z',
      '22:00',
      '02:30',
      'Europe/Berlin',
      '2026-03-29T01:00:00Z',
    ],
    // Clocks go back from three to two at 01:00 UTC.
    ['over a second hour', '2026-10-24T22:00:00Z', '22:00', '07:00', 'Europe/Berlin', '2026-10-25T06:00:00Z'],
    [
      'that end in the hour that comes twice',
      '2026-10-24T22:00:00Z',
      '22:00',
      '02:30',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
    ],
    [
      'in that hour, the second time',
      '2026-10-25T01:10:00Z',
      '22:00',
      '02:30',
      'Europe/Berlin',
      '2026-10-25T01:30:00Z',
    ],
    [
      'a day without a midnight',
      '2026-09-06T03:00:00Z',
      '22:00',
      '00:00',
      'America/Santiago',
      '2026-09-06T04:00:00Z',
    ],
  ];
  for (const [name, now, starts, ends, zone, expected] of cases) {
    test(name, () => {
      const after = afterQuietHours(new Date(now), { starts, ends }, zone);
      assert.equal(after.toISOString(), new Date(expected).toISOString());
    });
  }

  test('their end is the first minute that is not in them, in any zone, over any change of clocks', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Santiago',
    ];
    const clock = fc.integer({ min: 0, max: 47 }).map((half) => half * 30);
    const day = fc.constantFrom(
      '2026-03-08',
      '2026-03-29',
      '2026-04-05',
      '2026-07-01',
      '2026-09-06',
      '2026-10-04',
      '2026-10-25',
      '2026-11-01',
    );
    const input = fc.record({
      zone: fc.constantFrom(...zones),
      starts: clock,
      ends: clock,
      day,
      minute: fc.integer({ min: -720, max: 1_440 }),
    });
    fc.assert(
      fc.property(input, ({ zone, starts, ends, day: date, minute }) => {
        fc.pre(starts !== ends);
        const now = new Date(Date.parse(`${date}T00:00:00Z`) + minute * MINUTE_MS);
        const found = afterQuietHours(now, { starts: written(starts), ends: written(ends) }, zone);
        assert.equal(found.toISOString(), byTrying(now, { starts, ends }, zone).toISOString());
      }),
      { numRuns: 400 },
    );
  });
});

const written = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

/** A reference that walks minute by minute, as a person who looks at a clock would. */
function byTrying(now: Date, { starts, ends }: { starts: number; ends: number }, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const isQuiet = (time: number): boolean => {
    const [hour = 0, minute = 0] = format.format(time).split(':').map(Number);
    const at = hour * 60 + minute;
    return starts < ends ? at >= starts && at < ends : at >= starts || at < ends;
  };
  let time = now.getTime();
  while (isQuiet(time)) time += MINUTE_MS;
  return new Date(time);
}
