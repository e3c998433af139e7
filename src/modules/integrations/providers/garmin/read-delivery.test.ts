import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Notice } from '../../notice.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { readDelivery, readPulled } from './read-delivery.ts';

const IDA = '4aacafe82427c251df9c9592d0c06768';
const BEN = 'ffacafe82427c251df9c9592d0c06768';
const RUN = {
  userId: IDA,
  summaryId: '20946172381',
  activityId: 20_946_172_381,
  durationInSeconds: 3_041,
  startTimeInSeconds: 1_792_302_592,
  activityType: 'RUNNING',
  distanceInMeters: 10_024.7,
};
const DAY = { userId: BEN, calendarDate: '2026-10-18', durationInSeconds: 86_400, steps: 14_210 };

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const read = (value: unknown): Notice[] => readDelivery(bytes(value));

function outline(notices: readonly Notice[]) {
  return notices.map((notice) => {
    const { provider_user_id: who, kind } = notice;
    if (kind === 'activity') return [who, kind, notice.report.external_id];
    if (kind === 'health') return [who, kind, notice.report.day];
    if (kind === 'unreadable') return [who, kind, notice.item];
    return [who, kind];
  });
}

test('one post of several types and people', () => {
  const notices = read({
    activities: [RUN, { ...RUN, userId: BEN, activityId: 2, summaryId: '2' }],
    manuallyUpdatedActivities: [{ ...RUN, activityId: 3 }],
    activityDetails: [{ userId: IDA, activityId: 4, summaryId: '4-detail', summary: RUN, samples: [] }],
    dailies: [DAY],
    sleeps: [{ userId: IDA, calendarDate: '2026-10-18', durationInSeconds: 27_060 }],
    hrv: [{ userId: IDA, calendarDate: '2026-10-19', lastNightAvg: 44 }],
    deregistrations: [{ userId: BEN, userAccessToken: 'x' }],
    userPermissionsChange: [{ userId: IDA, permissions: ['ACTIVITY_EXPORT', 'ACTIVITY_EXPORT', 7, 'a b'] }],
    userPermissions: [{ userId: BEN, permissions: [] }],
  });
  assert.deepEqual(outline(notices), [
    [IDA, 'activity', '20946172381'],
    [BEN, 'activity', '2'],
    [IDA, 'activity', '3'],
    [IDA, 'activity', '20946172381'],
    [BEN, 'health', '2026-10-18'],
    [IDA, 'health', '2026-10-18'],
    [IDA, 'health', '2026-10-19'],
    [BEN, 'disconnected'],
    [IDA, 'scopes'],
    [BEN, 'scopes'],
  ]);
  const scopes = notices.flatMap((notice) => (notice.kind === 'scopes' ? [notice.scopes] : []));
  assert.deepEqual(scopes, [['ACTIVITY_EXPORT'], []]);
});

const IGNORED = [
  'activityFiles',
  'moveIQActivities',
  'epochs',
  'bodyComps',
  'stressDetails',
  'userMetrics',
  'pulseox',
  'allDayRespiration',
  'healthSnapshot',
  'bloodPressures',
  'skinTemp',
  'mct',
];
for (const type of IGNORED) {
  test(`${type} are known and left alone, whatever is in them`, () => {
    assert.deepEqual(read({ [type]: [{ userId: IDA, callbackURL: 'http://127.0.0.1/' }, null, 5] }), []);
    assert.deepEqual(outline(read({ [type]: {}, activities: [RUN] })), [[IDA, 'activity', '20946172381']]);
  });
}

test('one broken item is set aside, and the others are not', () => {
  const notices = read({
    activities: [
      null,
      'text',
      { ...RUN, userId: undefined },
      { ...RUN, userId: '../admin' },
      { ...RUN, startTimeInSeconds: 1_792_302_592_000 },
      { ...RUN, durationInSeconds: null },
      { ...RUN, isParent: true },
      RUN,
    ],
    dailies: { userId: IDA },
    sleeps: [{ userId: IDA, calendarDate: '2026-02-30' }],
    userPermissionsChange: [{ userId: IDA, permissions: 'ALL' }],
    activityDetails: [{ userId: IDA, activityId: 4 }],
    somethingNew: [{ userId: IDA }],
  });
  assert.deepEqual(outline(notices), [
    ['', 'unreadable', 'activities[0]'],
    ['', 'unreadable', 'activities[1]'],
    ['', 'unreadable', 'activities[2]'],
    ['', 'unreadable', 'activities[3]'],
    [IDA, 'unreadable', 'activities[4]'],
    [IDA, 'unreadable', 'activities[5]'],
    [IDA, 'activity', '20946172381'],
    ['', 'unreadable', 'dailies'],
    [IDA, 'unreadable', 'sleeps[0]'],
    [IDA, 'unreadable', 'userPermissionsChange[0]'],
    [IDA, 'unreadable', 'activityDetails[0]'],
    ['', 'unreadable', 'a type'],
  ]);
  for (const notice of notices) {
    if (notice.kind === 'unreadable') assert.ok(notice.reason.length > 10, notice.reason);
  }
});

test('a ping names a place to look', () => {
  const url = 'https://apis.garmin.com/wellness-api/rest/dailies?token=x';
  const notices = read({
    dailies: [{ userId: IDA, callbackURL: url }],
    activities: [{ userId: BEN, callbackURL: 5 }],
    deregistrations: [{ userId: BEN, callbackURL: url }],
  });
  assert.deepEqual(notices[0], { provider_user_id: IDA, kind: 'elsewhere', what: 'dailies', url });
  assert.deepEqual(outline(notices.slice(1)), [
    [BEN, 'unreadable', 'activities[0]'],
    [BEN, 'disconnected'],
  ]);
});

test('what Garmin does not post is refused as a whole', () => {
  const bodies = ['', '{', 'null', '[]', '5', '"activities"', '{}', '{"__proto__": []}', '{"toString": []}'];
  for (const body of [...bodies, '<html></html>', '{"activity": []}', '{"activities": [}']) {
    assert.throws(() => readDelivery(Buffer.from(body)), UnreadableDelivery, body);
  }
  const latin = Buffer.from('{"activities": [], "caf\xe9": []}', 'latin1');
  assert.throws(() => readDelivery(latin), UnreadableDelivery);
  assert.deepEqual(readDelivery(Buffer.from('\ufeff{"activities": []}')), []);
});

test('of a callback URL comes a list, without its type', () => {
  assert.deepEqual(outline(readPulled('activities', bytes([RUN]))), [[IDA, 'activity', '20946172381']]);
  for (const [type, value] of [
    ['activities', { activities: [RUN] }],
    ['activities', null],
    ['deregistrations', [{ userId: IDA }]],
    ['toString', []],
  ] as const) {
    assert.throws(() => readPulled(type, bytes(value)), UnreadableDelivery);
  }
});

const TYPES = ['activities', 'activityDetails', 'manuallyUpdatedActivities', 'dailies', 'sleeps', 'hrv'];
const WORDS = ['userId', 'activityId', 'summaryId', 'startTimeInSeconds', 'startTimeOffsetInSeconds'].concat(
  ['durationInSeconds', 'calendarDate', 'activityType', 'summary', 'samples', 'laps', 'callbackURL'],
  ['permissions', 'activityName', 'distanceInMeters', 'heartRate', 'overallSleepScore', 'validation'],
);

/** JSON with the names of the wire, and values of the wrong kind, size and sign. */
const anyJson = fc.letrec<{ value: unknown; item: unknown }>((tie) => ({
  item: fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...WORDS) }, fc.string()),
    tie('value'),
  ),
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.oneof(fc.double(), fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
    fc.constantFrom(IDA, 1_792_302_592, '2026-10-18', 'RUNNING', -1, 1e308, 3_600, '\0\ud800'),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('item'),
  ),
}));

test('garbage of any kind is read or refused, never an error of another kind', () => {
  const check = (body: Uint8Array): void => {
    try {
      for (const notice of readDelivery(body)) assert.ok(typeof notice.provider_user_id === 'string');
    } catch (error) {
      assert.ok(error instanceof UnreadableDelivery, String(error));
    }
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), check));
  const whole = fc.dictionary(
    fc.constantFrom(...TYPES, 'deregistrations', 'userPermissions', 'x'),
    anyJson.value,
  );
  fc.assert(fc.property(fc.oneof(whole, anyJson.value), (value) => check(bytes(value ?? null))));
  const whose = anyJson.item.map((item) => Object.assign({ userId: IDA }, item));
  const items = fc.record({ type: fc.constantFrom(...TYPES), item: whose });
  fc.assert(
    fc.property(items, ({ type, item }) => {
      check(bytes({ [type]: [item, { ...RUN, ...Object(item) }] }));
      check(bytes({ activityDetails: [{ ...RUN, summary: RUN, samples: [item, RUN], laps: [item, RUN] }] }));
    }),
    { numRuns: 300 },
  );
});

/** Samples of real shape, where they exist beside the repository. */
const SAMPLES = new URL('../../../../../../shared/facts/samples/garmin/', import.meta.url);
test('samples of posts are read', existsSync(SAMPLES) ? {} : { skip: 'they are not here' }, () => {
  const posts = readdirSync(SAMPLES).filter((name) => /^push-(?!headers).*\.json$/.test(name));
  assert.ok(posts.length >= 12);
  for (const name of posts) {
    const notices = readDelivery(readFileSync(new URL(name, SAMPLES)));
    assert.deepEqual(
      notices.filter(({ kind }) => kind === 'unreadable'),
      [],
      name,
    );
  }
});
