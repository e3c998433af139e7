import type { InEachLanguage } from '../../../shared/languages.ts';
import { sumWords } from '../../../shared/measure-words.ts';
import type {
  Readiness,
  ReadinessCode,
  ReadinessLevel,
  ReadinessReason,
} from '../../../training/planning/readiness.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { EVENT_NAMES } from './labels.ts';

type Speech = Pick<PlanBrief, 'language' | 'unit_system'>;
/** What was found, and what would be enough to be ready; empty where neither is known. */
type Sentence = (found: string, ready: string) => string;

type Phrases = {
  readonly title: string;
  readonly levels: Readonly<Record<ReadinessLevel, string>>;
  readonly earliest: (date: string) => string;
  readonly nearest: (event: string) => string;
  readonly weeks: (count: number) => string;
  readonly reasons: Readonly<Record<ReadinessCode, Sentence>>;
  readonly between: string;
};

const PHRASES: InEachLanguage<Phrases> = {
  en: {
    title: 'Readiness: ',
    levels: { ready: 'ready.', stretch: 'a stretch.', not_advised: 'not advised.' },
    earliest: (date) => `It would be no more than a stretch from ${date} on.`,
    nearest: (event) => `Within reach on the same day: ${event}.`,
    weeks: (count) => (count === 1 ? '1 week' : `${count} weeks`),
    reasons: {
      history_unknown: () => 'Recent running is not known, so nobody can say whether the start fits.',
      fitness_unknown: () => 'No own paces are known, so nobody can say whether the target time fits.',
      weeks_to_race: (found, ready) => `There are ${found} to the race, where ${ready} are usual.`,
      weekly_distance: (found, ready) =>
        `The last four weeks had ${found} each, where ${ready} are a sound start.`,
      first_week: (found, ready) =>
        `The first week has ${found}, where up to ${ready} follows from the last four weeks.`,
      first_long_run: (found, ready) =>
        `The longest run of the first week has ${found}, where up to ${ready} follows from recent runs.`,
      peak_week: (found, ready) => `The largest week has ${found}, where ${ready} carry the distance.`,
      longest_run: (found, ready) =>
        `The longest run before the race has ${found}, where ${ready} carry the distance.`,
      target_time: () =>
        'The target time asks for a larger gain of fitness than so many weeks usually bring.',
    },
    between: ' ',
  },
  'zh-TW': {
    title: '準備程度：',
    levels: { ready: '已就緒。', stretch: '有挑戰性。', not_advised: '不建議。' },
    earliest: (date) => `自 ${date} 起會較為可行。`,
    nearest: (event) => `同一天可以達成的目標：${event}。`,
    weeks: (count) => `${count} 週`,
    reasons: {
      history_unknown: () => '沒有近期的跑步紀錄，無法判斷起始的跑量是否合適。',
      fitness_unknown: () => '沒有本人的配速，無法判斷目標時間是否合適。',
      weeks_to_race: (found, ready) => `距離比賽 ${found}，一般需要 ${ready}。`,
      weekly_distance: (found, ready) => `最近四週平均每週 ${found}，穩妥的起點是 ${ready}。`,
      first_week: (found, ready) => `第一週有 ${found}，依最近四週推算以 ${ready} 為宜。`,
      first_long_run: (found, ready) => `第一週最長的一次有 ${found}，依近期的跑步推算以 ${ready} 為宜。`,
      peak_week: (found, ready) => `跑量最大的一週有 ${found}，要應付這個距離需要 ${ready}。`,
      longest_run: (found, ready) => `賽前最長的一次有 ${found}，要應付這個距離需要 ${ready}。`,
      target_time: () => '目標時間所需的進步，超過這幾週訓練一般能帶來的幅度。',
    },
    between: '',
  },
  ja: {
    title: '準備の見通し：',
    levels: { ready: '準備できています。', stretch: 'やや背伸びです。', not_advised: 'おすすめしません。' },
    earliest: (date) => `${date} 以降なら現実的になります。`,
    nearest: (event) => `同じ日に手が届く目標：${event}。`,
    weeks: (count) => `${count} 週間`,
    reasons: {
      history_unknown: () => '最近のランニングが分からないため、始めの量が合うかは判断できません。',
      fitness_unknown: () => '本人のペースが分からないため、目標タイムが合うかは判断できません。',
      weeks_to_race: (found, ready) => `レースまで ${found}です。通常は ${ready}必要です。`,
      weekly_distance: (found, ready) =>
        `直近 4 週間は週平均 ${found} です。無理のない出発点は ${ready} です。`,
      first_week: (found, ready) => `第 1 週は ${found} です。直近 4 週間から見て ${ready} までが目安です。`,
      first_long_run: (found, ready) =>
        `第 1 週で最も長い練習は ${found} です。最近の練習から見て ${ready} までが目安です。`,
      peak_week: (found, ready) => `最も多い週は ${found} です。この距離には ${ready} が目安です。`,
      longest_run: (found, ready) =>
        `レース前で最も長い練習は ${found} です。この距離には ${ready} が目安です。`,
      target_time: () => '目標タイムに必要な走力の伸びが、この期間で見込める伸びを超えています。',
    },
    between: '',
  },
};

/** A reason in a sentence. Of a target time without numbers: how fit somebody is does not go into a text that is handed on. */
export function readinessReasonWords({ code, evidence }: ReadinessReason, speech: Speech): string {
  const phrases = PHRASES[speech.language];
  const words = (amount: number): string =>
    code === 'weeks_to_race' ? phrases.weeks(amount) : sumWords(amount, speech);
  const sentence = phrases.reasons[code];
  return evidence === null ? sentence('', '') : sentence(words(evidence.found), words(evidence.ready));
}

/** All of it in one paragraph, the level first. */
export function readinessWords(
  { level, reasons, earliest_date, nearest_event }: Readiness,
  speech: Speech,
): string {
  const phrases = PHRASES[speech.language];
  const sentences = [
    `**${phrases.title}${phrases.levels[level]}**`,
    ...reasons.map((reason) => readinessReasonWords(reason, speech)),
    earliest_date === null ? '' : phrases.earliest(earliest_date),
    nearest_event === null ? '' : phrases.nearest(EVENT_NAMES[speech.language][nearest_event]),
  ];
  return sentences.filter((sentence) => sentence !== '').join(phrases.between);
}
