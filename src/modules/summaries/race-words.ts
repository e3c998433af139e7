import type { InEachLanguage, Language } from '../../shared/languages.ts';
import type { RaceEvent } from '../../training/race-events.ts';
import type { Voice, Ways } from './facts.ts';

/** A race as one person reads it. */
export type SpokenRace = {
  /** The event by its name; else the race by its distance, where that is known. */
  readonly what: string;
  readonly time: string;
  readonly taper?: string;
  readonly day?: string;
  readonly pace?: string;
};

export const EVENT_NAMES: InEachLanguage<Readonly<Record<RaceEvent, string>>> = {
  en: {
    mile: '1 mile race',
    '5k': '5 km race',
    '10k': '10 km race',
    '15k': '15 km race',
    '10_miles': '10 mile race',
    '20k': '20 km race',
    half_marathon: 'half marathon',
    '30k': '30 km race',
    marathon: 'marathon',
    '50k': '50 km race',
    '100k': '100 km race',
  },
  'zh-TW': {
    mile: '1 英里賽',
    '5k': '5 公里賽',
    '10k': '10 公里賽',
    '15k': '15 公里賽',
    '10_miles': '10 英里賽',
    '20k': '20 公里賽',
    half_marathon: '半程馬拉松',
    '30k': '30 公里賽',
    marathon: '全程馬拉松',
    '50k': '50 公里超馬',
    '100k': '100 公里超馬',
  },
  ja: {
    mile: '1 マイルレース',
    '5k': '5 kmレース',
    '10k': '10 kmレース',
    '15k': '15 kmレース',
    '10_miles': '10 マイルレース',
    '20k': '20 kmレース',
    half_marathon: 'ハーフマラソン',
    '30k': '30 kmレース',
    marathon: 'フルマラソン',
    '50k': '50 kmウルトラマラソン',
    '100k': '100 kmウルトラマラソン',
  },
};

/** A race that has no name of its own. */
export function raceOver(distance: string | null, language: Language): string {
  const names: InEachLanguage<readonly [alone: string, behind: string]> = {
    en: ['race', ' race'],
    'zh-TW': ['比賽', '的比賽'],
    ja: ['レース', 'のレース'],
  };
  const [alone, behind] = names[language];
  return distance === null ? alone : `${distance}${behind}`;
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const behind = (part: string | undefined, words: (part: string) => string): string =>
  part === undefined ? '' : words(part);

const on = (day: string | undefined) => behind(day, (name) => ` on ${name}`);
const at = (pace: string | undefined) => behind(pace, (one) => `, ${one} on average`);
const paceZh = (pace: string | undefined) => behind(pace, (one) => `，平均配速${one}`);
const paceJa = (pace: string | undefined) => behind(pace, (one) => `、平均ペース${one}`);

/** What is said first where there was a race. */
export const RACE_PHRASES: InEachLanguage<
  Readonly<Record<Voice['persona'], Ways<(race: SpokenRace) => string>>>
> = {
  en: {
    rex: [
      ({ what, time, day, pace, taper }) =>
        `${capital(what)}${on(day)} in ${time}${at(pace)}${behind(taper, (weeks) => `, ${weeks} of taper before it`)}.`,
      ({ what, time, day, pace, taper }) =>
        `${capital(what)}: ${time}${on(day)}${at(pace)}${behind(taper, (weeks) => `, after ${weeks} of taper`)}.`,
      ({ what, time, day, pace, taper }) =>
        `The ${what}${on(day)} took ${time}${at(pace)}${behind(taper, (weeks) => `, with ${weeks} of taper before it`)}.`,
    ],
    joy: [
      ({ what, time, day, pace, taper }) =>
        `You finished your ${what}${on(day)} in ${time}${at(pace)}${behind(taper, (weeks) => `, after ${weeks} of taper`)}!`,
      ({ what, time, day, pace, taper }) =>
        `Your ${what}${on(day)}: ${time}${at(pace)}${behind(taper, (weeks) => `, and ${weeks} of taper before it`)}!`,
      ({ what, time, day, pace, taper }) =>
        `There it is, your ${what}${on(day)}: ${time}${at(pace)}${behind(taper, (weeks) => `, with ${weeks} of taper before it`)}!`,
    ],
  },
  'zh-TW': {
    rex: [
      ({ what, time, day = '', pace, taper }) =>
        `${day}${what}：${time}${paceZh(pace)}${behind(taper, (weeks) => `，賽前減量${weeks}`)}。`,
      ({ what, time, day = '', pace, taper }) =>
        `${day}完成${what}，成績${time}${paceZh(pace)}${behind(taper, (weeks) => `，之前減量了${weeks}`)}。`,
      ({ what, time, day = '', pace, taper }) =>
        `${day}跑了${what}，${time}完賽${paceZh(pace)}${behind(taper, (weeks) => `，賽前有${weeks}的減量期`)}。`,
    ],
    joy: [
      ({ what, time, day = '', pace, taper }) =>
        `恭喜你${day}完成${what}，成績${time}${paceZh(pace)}${behind(taper, (weeks) => `，賽前還好好減量了${weeks}`)}！`,
      ({ what, time, day = '', pace, taper }) =>
        `你${day}跑完了${what}，${time}完賽${paceZh(pace)}${behind(taper, (weeks) => `，賽前減量${weeks}沒有白費`)}！`,
      ({ what, time, day = '', pace, taper }) =>
        `${day}的${what}你跑出了${time}${paceZh(pace)}${behind(taper, (weeks) => `，之前也用心減量了${weeks}`)}！`.replace(
          /^的/,
          '這場',
        ),
    ],
  },
  ja: {
    rex: [
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}の`)}${what}、${time}${paceJa(pace)}${behind(taper, (weeks) => `、レース前の調整は${weeks}`)}。`,
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}、`)}${behind(taper, (weeks) => `${weeks}の調整を経て`)}${what}を${time}で完走${paceJa(pace)}。`,
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}に`)}${what}を走り、記録は${time}${paceJa(pace)}${behind(taper, (weeks) => `、その前に${weeks}の調整`)}。`,
    ],
    joy: [
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}の`)}${what}は${time}${paceJa(pace)}でした${behind(taper, (weeks) => `、${weeks}の調整の成果ですね`)}！`,
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}に`)}${behind(taper, (weeks) => `${weeks}の調整を経て、`)}${what}を${time}で走り切りましたね${behind(pace, (one) => `、平均ペースは${one}です`)}！`,
      ({ what, time, day, pace, taper }) =>
        `${behind(day, (name) => `${name}は`)}${what}、記録は${time}${paceJa(pace)}${behind(taper, (weeks) => `、その前の調整は${weeks}`)}、お見事です！`,
    ],
  },
};
