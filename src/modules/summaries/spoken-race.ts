import { raceEventOf } from '../../training/race-events.ts';
import { NONE, phrase, phrasesInTurn } from '../../words/index.ts';
import { raceClock, sumWords } from '../../words/measure-words.ts';
import type { SpokenFacts, Voice } from './facts.ts';

export type SpokenRace = {
  readonly what: string;
  readonly time: string;
  readonly taper?: string;
  readonly day?: string;
  readonly pace?: string;
};

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
    ...(taper_weeks === null ? {} : { taper: phrase(voice.language, 'measures.weeks', { n: taper_weeks }) }),
    ...(day === undefined ? {} : { day }),
    ...(pace === undefined ? {} : { pace }),
  };
}

function nameRace(distance_m: number | null, voice: Voice): string {
  const { language } = voice;
  const event = distance_m === null ? null : raceEventOf(distance_m);
  if (event !== null) return phrase(language, `summaries.race.event.${event}`);
  if (distance_m === null || distance_m < LEAST_M) return phrase(language, 'summaries.race.unknown');
  return phrase(language, 'summaries.race.over', { distance: sumWords(distance_m, voice) });
}

export function sayRace(race: SpokenRace, { language, persona }: Voice, turn: number): string {
  const sayInTurn = phrasesInTurn(language, turn);
  return sayInTurn(`summaries.race.${persona}`, { day: NONE, pace: NONE, taper: NONE, ...race });
}

export function factsOfRace(race: SpokenRace): SpokenFacts {
  return {
    race: race.what,
    race_time: race.time,
    ...(race.taper === undefined ? {} : { taper_before_the_race: race.taper }),
    ...(race.day === undefined ? {} : { day_of_the_race: race.day }),
  };
}
