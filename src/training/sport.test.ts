import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isOnFoot,
  isRunning,
  isSportType,
  SPORT_TYPES,
  sportFamily,
  sportFromFit,
  sportFromWord,
} from './sport.ts';

const WORDS: readonly (readonly [string, string])[] = [
  // The spellings of Garmin Connect's GPX and JSON.
  ['running', 'run'],
  ['street_running', 'run'],
  ['track_running', 'track_run'],
  ['trail_running', 'trail_run'],
  ['treadmill_running', 'treadmill_run'],
  ['cross_country_skiing_ws', 'cross_country_ski'],
  ['stand_up_paddleboarding_v2', 'stand_up_paddling'],
  ['LAP_SWIMMING', 'pool_swim'],
  ['BIKE_TO_RUN_TRANSITION_V2', 'transition'],
  ['BACKCOUNTRY_SNOWBOARDING', 'backcountry_ski'],
  ['OFFSHORE_GRINDING_V2', 'sailing'],
  // Garmin itself misspells this word.
  ['PADDELBALL', 'racket_sport'],
  // Strava's names and the numbers in its GPX.
  ['Run', 'run'],
  ['TrailRun', 'trail_run'],
  ['VirtualRide', 'virtual_ride'],
  ['EMountainBikeRide', 'e_bike_ride'],
  ['NordicSki', 'cross_country_ski'],
  ['WeightTraining', 'strength_training'],
  ['9', 'run'],
  ['1', 'ride'],
  // The names of Health Auto Export, as iPhones show them.
  ['Outdoor Run', 'run'],
  ['Indoor Run', 'treadmill_run'],
  ['Outdoor Walk', 'walk'],
  ['Outdoor Cycle', 'ride'],
  ['Indoor Cycling', 'indoor_ride'],
  ['Pool Swim', 'pool_swim'],
  ['Functional Strength Training', 'strength_training'],
  ['High Intensity Interval Training', 'hiit'],
  // Words from NikePlus, TCX and free text.
  ['run', 'run'],
  ['Running', 'run'],
  ['Biking', 'ride'],
  ['Other', 'other'],
  [' Trail Running ', 'trail_run'],
  ['mountain-biking', 'mountain_bike_ride'],
  ['', 'other'],
  ['quidditch', 'other'],
];

for (const [word, sport] of WORDS) {
  test(`the word "${word}" is ${sport}`, () => assert.equal(sportFromWord(word), sport));
}

const FIT: readonly (readonly [string | null, string | null, string])[] = [
  ['running', 'generic', 'run'],
  ['running', null, 'run'],
  ['running', 'trail', 'trail_run'],
  ['running', 'track', 'track_run'],
  ['running', 'treadmill', 'treadmill_run'],
  ['running', 'virtualActivity', 'virtual_run'],
  ['cycling', 'virtualActivity', 'virtual_ride'],
  ['cycling', 'mountain', 'mountain_bike_ride'],
  ['cycling', 'indoorCycling', 'indoor_ride'],
  ['cycling', 'track', 'ride'],
  ['swimming', 'lapSwimming', 'pool_swim'],
  ['swimming', 'openWater', 'open_water_swim'],
  ['fitnessEquipment', 'indoorRowing', 'indoor_rowing'],
  ['training', 'strengthTraining', 'strength_training'],
  ['training', 'yoga', 'yoga'],
  ['transition', 'bikeToRunTransition', 'transition'],
  ['crossCountrySkiing', 'generic', 'cross_country_ski'],
  ['generic', null, 'other'],
  ['somethingNew', 'alsoNew', 'other'],
  [null, null, 'other'],
];

for (const [sport, subSport, expected] of FIT) {
  test(`FIT ${sport}/${subSport} is ${expected}`, () =>
    assert.equal(sportFromFit(sport, subSport), expected));
}

test('every canonical sport is read back from its own name', () => {
  for (const sport of SPORT_TYPES) assert.equal(sportFromWord(sport), sport);
});

test('any text is some sport, never an error', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (word) => isSportType(sportFromWord(word))));
  for (const word of ['__proto__', 'constructor', 'toString']) assert.equal(sportFromWord(word), 'other');
  assert.equal(sportFromFit('__proto__', 'constructor'), 'other');
  assert.equal(isSportType('hasOwnProperty'), false);
});

test('families tell running from the rest', () => {
  assert.equal(isRunning('treadmill_run'), true);
  assert.equal(isRunning('walk'), false);
  assert.equal(isOnFoot('hike'), true);
  assert.equal(isOnFoot('ride'), false);
  assert.equal(sportFamily('trail_run'), sportFamily('run'));
  assert.notEqual(sportFamily('ride'), sportFamily('run'));
});
