import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { privacyOf, shownName } from './user.ts';

test('only a stored true shares', () => {
  assert.deepEqual(privacyOf({ privacy: DEFAULT_PRIVACY }), DEFAULT_PRIVACY);
  const nothing = Object.fromEntries(PRIVACY_SETTINGS.map((setting) => [setting, false]));
  for (const privacy of [undefined, null, {}, [], 'true', { share_pb: 'true', share_pace_data: 1 }]) {
    assert.deepEqual(privacyOf({ privacy }), nothing);
  }
  assert.deepEqual(Object.keys(privacyOf({ privacy: { ...DEFAULT_PRIVACY, extra: true } })), [
    ...PRIVACY_SETTINGS,
  ]);
});

test('the name shown to others: chosen, else real as far as the ceiling shows it, else the user name', () => {
  const person = {
    display_name: null,
    first_name: 'Yuki',
    last_name: 'Tanaka',
    username: 'yt',
    privacy: DEFAULT_PRIVACY,
  };
  assert.equal(shownName(person, 'coach'), 'Yuki Tanaka');
  assert.equal(shownName({ ...person, display_name: 'Y.' }, 'public'), 'Y.');
  assert.equal(shownName({ ...person, last_name: null }, 'coach'), 'Yuki');
  assert.equal(shownName({ ...person, first_name: null, last_name: null }, 'coach'), 'yt');
  assert.equal(shownName(person, 'public'), 'yt', 'the public never sees a real name');
  const reserved = { ...person, privacy: { ...DEFAULT_PRIVACY, share_profile_info: false } };
  assert.equal(shownName(reserved, 'coach'), 'yt', 'a hidden real name does not come in by another door');
  assert.equal(shownName({ ...reserved, display_name: 'Y.' }, 'coach'), 'Y.');
});
