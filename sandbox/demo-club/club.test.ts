import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { isRunning } from '../../src/training/sport.ts';
import { raceTime } from '../../src/training/vdot.ts';
import { type DemoActivity, type DemoAthlete, type DemoClub, demoClub } from './club.ts';

const UNTIL = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

/** Without the streams, which would fill the memory. */
type Remembered = Omit<DemoActivity, 'streams'> & { samples: number | null };

let club: DemoClub;
const seasons = new Map<DemoAthlete, Remembered[]>();

before(() => {
  club = demoClub({ seed: 'test', until: UNTIL });
  for (const athlete of club.athletes) {
    const season = Array.from(club.activities(athlete), ({ streams, ...activity }) => {
      return { ...activity, samples: streams?.time_s.length ?? null };
    });
    seasons.set(athlete, season);
  }
});

/** Kilometres run by week, counted from the end; the cut week at the start is left out. */
function runningWeeks(season: Remembered[]): number[] {
  const weeks: number[] = Array.from({ length: 103 }, () => 0);
  for (const activity of season) {
    const week = Math.floor((UNTIL.getTime() - activity.start_time.getTime()) / (7 * DAY_MS));
    if (week < 103 && isRunning(activity.sport_type)) {
      weeks[week] = (weeks[week] ?? 0) + (activity.distance_m ?? 0) / 1000;
    }
  }
  return weeks;
}

test('two coaches, twelve athletes and one who has been asked, with names, addresses and user names of their own', () => {
  assert.deepEqual(
    club.coaches.map((coach) => coach.role),
    ['head_coach', 'assistant_coach'],
  );
  assert.equal(club.athletes.length, 12);
  const people = [...club.coaches, ...club.athletes, ...club.asked];
  for (const unique of ['key', 'email', 'username'] as const) {
    assert.equal(new Set(people.map((person) => person[unique].toLowerCase())).size, 15, unique);
  }
  for (const { username, display_name, email } of people) {
    assert.match(username, /^[A-Za-z0-9_]{3,30}$/);
    assert.match(email, /^[a-z.]+@example\.org$/);
    assert.ok(display_name.length > 0 && display_name.length <= 50);
  }
  const coaches = new Set(club.coaches.map((coach) => coach.key));
  assert.ok(club.athletes.every((athlete) => coaches.has(athlete.member.coach_key)));
  assert.equal(club.athletes.filter((athlete) => athlete.preferences.timezone !== 'Europe/London').length, 2);
});

test('privacy differs where somebody can see it', () => {
  const some = (test: (athlete: DemoAthlete) => boolean): boolean => club.athletes.some(test);
  assert.ok(some(({ privacy }) => Object.values(privacy).every((shared) => !shared)));
  assert.ok(some(({ privacy }) => Object.values(privacy).every((shared) => shared)));
  assert.ok(some(({ privacy }) => privacy.share_activity_with_coach && !privacy.share_pace_data));
  assert.ok(some(({ privacy }) => privacy.share_activity_with_coach && !privacy.share_race_history));
  assert.ok(some(({ privacy }) => privacy.share_activity_with_coach && !privacy.share_activity_map));
  assert.equal(club.athletes.filter((athlete) => athlete.member.left_at !== null).length, 1);
  const hidden = [...seasons.values()].filter((season) => season.some((activity) => activity.private));
  assert.ok(hidden.length >= 1 && hidden.every((season) => season.some((activity) => !activity.private)));
});

test('groups hold members only, and one is empty', () => {
  const members = new Set(
    club.athletes.filter((athlete) => athlete.member.left_at === null).map(({ key }) => key),
  );
  for (const group of club.groups) {
    assert.equal(new Set(group.member_keys).size, group.member_keys.length);
    assert.ok(group.member_keys.every((key) => members.has(key)));
    assert.match(group.color, /^#[0-9a-f]{6}$/);
  }
  assert.equal(club.groups.filter((group) => group.member_keys.length === 0).length, 1);
});

test('about five thousand activities, three to six a week, in the order of time and never two at once', () => {
  const total = [...seasons.values()].reduce((sum, season) => sum + season.length, 0);
  assert.ok(total > 4500 && total < 6000, `${total}`);
  for (const [athlete, season] of seasons) {
    const perWeek = season.length / 104;
    assert.ok(perWeek > 2.7 && perWeek <= 6, `${athlete.key}: ${perWeek} a week`);
    let free = 0;
    const ids = new Set<string>();
    for (const activity of season) {
      assert.ok(
        activity.start_time.getTime() >= free,
        `${athlete.key}: ${activity.start_time.toISOString()}`,
      );
      free = activity.start_time.getTime() + activity.duration_s * 1000;
      if (activity.external_id !== null) ids.add(activity.external_id);
    }
    assert.ok(free <= (athlete.member.left_at ?? UNTIL).getTime());
    assert.equal(ids.size, athlete.source === 'upload' ? 0 : season.length);
  }
});

test('every number is finite and human', () => {
  for (const [athlete, season] of seasons) {
    for (const activity of season) {
      const where = `${athlete.key} ${activity.start_time.toISOString()} ${activity.name}`;
      for (const value of [activity, ...activity.laps, ...activity.best_efforts].flatMap((part) =>
        Object.values(part),
      )) {
        if (typeof value === 'number') assert.ok(Number.isFinite(value) && value >= 0, where);
      }
      assert.ok((activity.max_heart_rate_bpm ?? 0) <= athlete.body.max_heart_rate_bpm, where);
      assert.ok((activity.average_heart_rate_bpm ?? 0) >= 70, where);
      assert.ok(activity.duration_s > 600 && activity.duration_s < 6 * 3600, where);
      if (isRunning(activity.sport_type)) checkRun(athlete, activity, where);
    }
  }
});

function checkRun(athlete: DemoAthlete, run: Remembered, where: string): void {
  const average = run.average_speed_mps ?? 0;
  assert.ok(average > 1.5 && average < 5.2, `${where}: ${average} m/s`);
  assert.ok((run.max_speed_mps ?? 0) < 6.5, where);
  assert.ok((run.average_cadence_spm ?? 0) >= 140 && (run.average_cadence_spm ?? 0) < 210, where);
  for (const effort of run.best_efforts) {
    // Within a tenth of what a runner of the best VDOT in these years races it in.
    const fastest = raceTime(athlete.habits.vdot_to + 3, effort.distance_m) * 0.9;
    assert.ok(effort.duration_s > fastest, `${where}: ${effort.name} in ${effort.duration_s} s`);
  }
}

test('laps add up to the activity', () => {
  for (const season of seasons.values()) {
    for (const activity of season) {
      const sum = (pick: (lap: DemoActivity['laps'][number]) => number | null): number =>
        activity.laps.reduce((total, lap) => total + (pick(lap) ?? 0), 0);
      // Each lap is rounded to a tenth.
      const slack = 0.06 * (activity.laps.length + 1);
      assert.ok(Math.abs(sum((lap) => lap.duration_s) - activity.duration_s) < slack);
      assert.ok(Math.abs(sum((lap) => lap.moving_time_s) - activity.moving_time_s) < slack);
      assert.ok(Math.abs(sum((lap) => lap.distance_m) - (activity.distance_m ?? 0)) < slack);
    }
  }
});

test('weekly volumes fit the level, with light weeks and an injury between', () => {
  const bounds = { beginner: [10, 33], intermediate: [22, 70], advanced: [45, 108] } as const;
  for (const [athlete, season] of seasons) {
    const weeks = runningWeeks(season);
    const ran = weeks.filter((km) => km > 1).sort((one, other) => one - other);
    const median = ran[Math.floor(ran.length / 2)] ?? 0;
    const most = ran.at(-1) ?? 0;
    const [low, high] = bounds[athlete.member.member_level];
    assert.ok(
      median >= low && median <= high && most <= high,
      `${athlete.key}: median ${median}, most ${most}`,
    );
    const { weeks_before_end, weeks: length } = athlete.habits.injury;
    const off = weeks.slice(weeks_before_end - length, weeks_before_end - 1);
    if (athlete.member.left_at === null) assert.deepEqual(new Set(off), new Set([0]), athlete.key);
  }
});

test('races are worth the fitness of the day, and the years bring progress', () => {
  for (const [athlete, season] of seasons) {
    const races = season.filter((activity) => activity.is_race);
    assert.ok(races.length >= 6, athlete.key);
    const { vdot_from, vdot_to } = athlete.habits;
    for (const race of races) {
      assert.equal(race.workout_type, 'race');
      const worth = race.vdot ?? 0;
      assert.ok(worth > vdot_from - 3.5 && worth < vdot_to + 2.5, `${athlete.key} ${race.name}: ${worth}`);
    }
    const short = races.filter((race) => (race.distance_m ?? 0) < 30_000);
    const mean = (part: Remembered[]): number =>
      part.reduce((sum, race) => sum + (race.vdot ?? 0), 0) / part.length;
    assert.ok(mean(short.slice(-3)) > mean(short.slice(0, 3)), `${athlete.key} got no faster`);
    assert.ok(season.every((activity) => activity.is_race || activity.vdot === null));
  }
});

test('the last eight weeks have their seconds, older activities have no streams', () => {
  for (const season of seasons.values()) {
    for (const activity of season) {
      const recent = UNTIL.getTime() - activity.start_time.getTime() <= 56 * DAY_MS;
      if (!recent) assert.equal(activity.samples, null);
      // A sample at the start and one each second; every pause ends with one more.
      else assert.ok((activity.samples ?? 0) > activity.moving_time_s, activity.name);
    }
  }
});

test('the same seed makes the same club and another seed another one', () => {
  const print = (seed: string): string => {
    const again = demoClub({ seed, until: UNTIL });
    const athlete = again.athletes.find(({ key }) => key === 'mateus');
    assert.ok(athlete !== undefined);
    const hash = createHash('sha256');
    const months = new Date(UNTIL.getTime() - 120 * DAY_MS);
    for (const { streams, ...activity } of again.activities(athlete, months)) {
      hash.update(JSON.stringify([activity, streams?.heart_rate_bpm, streams?.latlng?.at(-1)]));
    }
    return hash.digest('hex');
  };
  assert.equal(print('test'), print('test'));
  assert.notEqual(print('test'), print('other'));
  assert.throws(() => demoClub({ seed: 'x', until: new Date('no date') }), /valid date/);
});
