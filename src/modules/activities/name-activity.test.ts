import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPORT_TYPES } from '../../training/sport.ts';
import { nameActivity } from './name-activity.ts';

const at = (time: string): Date => new Date(`2026-07-01T${time}:00Z`);

test('names follow the sport, and the hour where it took place', () => {
  const cases = [
    ['run', '03:59', 'UTC', 'Night run'],
    ['run', '04:00', 'UTC', 'Morning run'],
    ['trail_run', '11:00', 'UTC', 'Lunch trail run'],
    ['indoor_ride', '14:00', 'UTC', 'Afternoon ride'],
    ['open_water_swim', '18:00', 'UTC', 'Evening swim'],
    ['strength_training', '22:00', 'UTC', 'Night strength training'],
    // Half past six in the morning in Taipei, the evening before in New York.
    ['treadmill_run', '22:30', 'Asia/Taipei', 'Morning run'],
    ['walk', '22:30', 'America/New_York', 'Evening walk'],
    ['other', '00:15', 'UTC', 'Night workout'],
  ] as const;
  for (const [sport_type, time, timezone, name] of cases) {
    assert.equal(nameActivity({ sport_type, start_time: at(time) }, timezone, 'en'), name);
  }
});

test('every sport has a name in every language', () => {
  for (const language of ['en', 'zh-TW', 'ja'] as const) {
    for (const sport_type of SPORT_TYPES) {
      const name = nameActivity({ sport_type, start_time: at('12:00') }, 'UTC', language);
      assert.ok(name.length >= 2 && !name.includes('undefined'), `${language} ${sport_type}: ${name}`);
    }
  }
});
