import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsWith } from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { profileStatusCeiling, viewProfileStatus } from './profile-status.ts';
import { PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';

const EVERYTHING = Object.freeze({
  has_strava: true,
  has_garmin: true,
  has_pace_zones: true,
  has_hr_zones: true,
  has_next_race: true,
  has_training_plan: true,
  has_mbti: true,
  profile_image_url: 'https://example.org/me.png',
  gender: 'female',
});
const NOTHING = Object.freeze({
  has_strava: false,
  has_garmin: false,
  has_pace_zones: false,
  has_hr_zones: false,
  has_next_race: false,
  has_training_plan: false,
  has_mbti: false,
  profile_image_url: null,
  gender: null,
});
type Name = keyof typeof EVERYTHING;
const NAMES = Object.keys(EVERYTHING) as Name[];

const seenBy = (audience: Audience, settings: PrivacySettings, status: typeof EVERYTHING | typeof NOTHING) =>
  viewProfileStatus(profileStatusCeiling({ settings, audience }), status);

function modelShows(audience: Audience, settings: PrivacySettings, name: Name): boolean {
  if (audience === 'self') return true;
  if (/zones/.test(name) && (!settings.share_pace_data || audience === 'public')) return false;
  if (name === 'has_next_race' && (!settings.share_race_goal || audience === 'public')) return false;
  if (/gender|mbti|image/.test(name) && (!settings.share_profile_info || audience === 'ai')) return false;
  if (/gender|mbti|strava|garmin|plan/.test(name) && audience === 'public') return false;
  return true;
}

/** No rule joins more than three settings: all in which up to three differ from the others, on among those off, or off among those on. */
const SETTINGS = Array.from({ length: 2 ** PRIVACY_SETTINGS.length }, (_, bits) => bits)
  .filter((bits) => {
    const on = PRIVACY_SETTINGS.filter((_setting, index) => (bits & (1 << index)) > 0).length;
    return Math.min(on, PRIVACY_SETTINGS.length - on) <= 3;
  })
  .map((bits) => settingsWith((_setting, index) => (bits & (1 << index)) > 0));

test('each is shown as it is, or answers as where there is nothing; a naive model agrees', () => {
  for (const settings of SETTINGS) {
    for (const audience of AUDIENCES) {
      const expected = NAMES.map((name) => [
        name,
        (modelShows(audience, settings, name) ? EVERYTHING : NOTHING)[name],
      ]);
      assert.deepEqual(seenBy(audience, settings, EVERYTHING), Object.fromEntries(expected));
      assert.deepEqual(seenBy(audience, settings, NOTHING), NOTHING);
    }
  }
});

test('a key sees what a coach sees, nobody more, and a setting that is turned off shows no more', () => {
  const shownBy = (audience: Audience, settings: PrivacySettings) =>
    new Set(profileStatusCeiling({ settings, audience }).fields.shown);
  for (const settings of SETTINGS) {
    const coach = shownBy('coach', settings);
    assert.deepEqual(shownBy('organization_api', settings), coach);
    for (const audience of AUDIENCES) {
      const before = shownBy(audience, settings);
      if (audience !== 'self') assert.ok(before.isSubsetOf(coach), audience);
      for (const setting of PRIVACY_SETTINGS.filter((one) => settings[one])) {
        assert.ok(shownBy(audience, { ...settings, [setting]: false }).isSubsetOf(before), setting);
      }
    }
  }
});

test('members from nowhere never pass', () => {
  const smuggled = Object.assign(Object.create({ email: '<smuggled>' }), EVERYTHING, { mbti: '<smuggled>' });
  for (const audience of AUDIENCES) {
    const seen = seenBy(
      audience,
      settingsWith(() => true),
      smuggled,
    );
    assert.deepEqual(Object.keys(seen).toSorted(), NAMES.toSorted());
  }
});
