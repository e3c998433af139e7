import { raceClock, sumWords, weekWords } from '../../shared/measure-words.ts';
import { raceEventOf } from '../../training/race-events.ts';
import type { SpokenFacts, Voice } from './facts.ts';
import { EVENT_NAMES, raceOver, type SpokenRace } from './race-words.ts';

type Race = {
  readonly distance_m: number | null;
  readonly time_s: number;
  readonly taper_weeks: number | null;
  readonly day?: string | undefined;
  readonly pace?: string | undefined;
};

/** What a distance to a tenth of a kilometre says nothing of. */
const LEAST_M = 100;

export function speakRace({ distance_m, time_s, taper_weeks, day, pace }: Race, voice: Voice): SpokenRace {
  return {
    what: nameRace(distance_m, voice),
    time: raceClock(time_s),
    ...(taper_weeks === null ? {} : { taper: weekWords(taper_weeks, voice) }),
    ...(day === undefined ? {} : { day }),
    ...(pace === undefined ? {} : { pace }),
  };
}

function nameRace(distance_m: number | null, voice: Voice): string {
  const event = distance_m === null ? null : raceEventOf(distance_m);
  if (event !== null) return EVENT_NAMES[voice.language][event];
  const isKnown = distance_m !== null && distance_m >= LEAST_M;
  return raceOver(isKnown ? sumWords(distance_m, voice) : null, voice.language);
}

/** The same as a model gets to read it. */
export function factsOfRace(race: SpokenRace): SpokenFacts {
  return {
    race: race.what,
    race_time: race.time,
    ...(race.taper === undefined ? {} : { taper_before_the_race: race.taper }),
    ...(race.day === undefined ? {} : { day_of_the_race: race.day }),
  };
}
