import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVERYTHING_SHARED, mostPrivate, settingsWith } from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { type DailyPart, dailyCeiling } from './daily-ceiling.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';

const ALL: DailyPart[] = [
  ...(['effort', 'note', 'skip', 'pain', 'availability', 'availability_reason'] as const),
  ...(['injuries', 'attendance'] as const),
];

function seen(settings: PrivacySettings, audience: Audience): DailyPart[] {
  return [...dailyCeiling({ settings, audience }).parts.shown].sort();
}
const sorted = (...parts: DailyPart[]): DailyPart[] => parts.sort();

test('an athlete who shares everything shows all parts to coaches, programs and archives, days to a model, nothing to the public', () => {
  const expected: Record<Audience, DailyPart[]> = {
    self: sorted(...ALL),
    coach: sorted(...ALL),
    organization_api: sorted(...ALL),
    export: sorted(...ALL),
    ai: ['availability'],
    public: [],
  };
  for (const audience of AUDIENCES) assert.deepEqual(seen(EVERYTHING_SHARED, audience), expected[audience]);
});

test('a new athlete shows coaches effort and days, but no pain, no injury, and nothing to programs', () => {
  assert.deepEqual(
    seen(DEFAULT_PRIVACY, 'coach'),
    sorted('effort', 'note', 'skip', 'availability', 'availability_reason', 'attendance'),
  );
  assert.deepEqual(seen(DEFAULT_PRIVACY, 'organization_api'), []);
  assert.deepEqual(seen(DEFAULT_PRIVACY, 'export'), []);
});

test('each switch by itself withholds what it names', () => {
  const missing = (setting: keyof PrivacySettings, audience: Audience): DailyPart[] => {
    const left = seen({ ...EVERYTHING_SHARED, [setting]: false }, audience);
    return sorted(...ALL.filter((part) => !left.includes(part)));
  };
  const feedback = sorted('effort', 'note', 'pain', 'skip');
  assert.deepEqual(missing('share_feedback_with_coach', 'coach'), feedback);
  assert.deepEqual(missing('share_feedback_with_coach', 'organization_api'), feedback);
  assert.deepEqual(missing('share_feedback_with_api', 'coach'), []);
  assert.deepEqual(missing('share_feedback_with_api', 'export'), feedback);
  assert.deepEqual(missing('share_injuries_with_coach', 'coach'), sorted('injuries', 'pain'));
  assert.deepEqual(
    missing('share_availability_with_coach', 'coach'),
    sorted('availability', 'availability_reason'),
  );
  assert.deepEqual(
    missing('share_availability_with_api', 'organization_api'),
    sorted('availability', 'availability_reason', 'injuries'),
  );
  assert.deepEqual(missing('share_sessions_with_api', 'organization_api'), ['attendance']);
});

test('more private never shows more, and nobody sees more than whoever stands above them', () => {
  const anySettings = fc
    .tuple(...PRIVACY_SETTINGS.map(() => fc.boolean()))
    .map((bits) => settingsWith((_, index) => bits[index] === true));
  fc.assert(
    fc.property(anySettings, anySettings, (a, b) => {
      for (const audience of AUDIENCES) {
        const narrow = seen(mostPrivate(a, b), audience);
        assert.deepEqual(
          narrow.filter((part) => !seen(a, audience).includes(part)),
          [],
        );
      }
      for (const below of ['organization_api', 'export', 'ai', 'public'] as const) {
        const above = seen(a, 'coach');
        assert.deepEqual(
          seen(a, below).filter((part) => !above.includes(part)),
          [],
        );
      }
    }),
  );
});
