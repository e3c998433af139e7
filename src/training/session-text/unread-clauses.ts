import { withoutZones } from './read-main-part.ts';
import { withoutTypes } from './read-type.ts';

const CLAUSE = /[^,;、，。；()（）|]+/gu;
const SAYS = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;
const SENTENCE_OR_DASH = /(?<=\.)\s|\s[-–—]\s/u;

/**
 * Words that need no note: those that join parts of a workout, or name its parts once more. Distances and times that were read are
 * already removed.
 */
const ENGLISH =
  'a|an|the|of|at|in|on|by|off|for|from|with|and|then|after|before|between|each|every|per|last|final|run|runs|running|workout|session|training' +
  '|total|overall|altogether|pace|effort|speed|day|plus|main|set|sets|rep|reps|times|x|w/|incl|including|jog|jogs|jogging|walk|rest|rests|recover' +
  '|recovery|recoveries|warm[ -]?up|warmup|cool[ -]?down|cooldown|w/u|c/d|wu|cd|km|kms|k|kilomet(?:er|re)s?|mi|miles?|m|met(?:er|re)s?|min|mins' +
  '|minutes?|s|sec|secs|seconds?|h|hours?|uphill|downhill|faster|hard|steady|about|ca|approx';
/** Longer words come first. */
const HAN =
  '然後|之後|中間|合計|總計|主課|課表|訓練|公里|公尺|英里|分鐘|小時|暖身|熱身|收操|緩和|慢跑|休息|間休|恢復|快步|上坡|下坡|配速|強度|加上|最後|跑步|衝刺' +
  '|跑|以|用|的|每|趟|組|次|加|與|和|及|後|前|間|共|秒|日';
const KANA =
  'ウォームアップ|クールダウン|ペース|つなぎ|レスト|ジョグ|その後|トータル|メイン|メートル|マイル|アップ|ダウン|セット|ラスト|ラン|走り|休み|合計|練習|キロ|分間|秒間|時間|強度' +
  '|あと|走|の|で|を|に|と|は|が|本|回|間|計|分|秒';
const JOINING = new RegExp(
  `(?<![\\p{Script=Latin}\\d])(?:${ENGLISH})(?!\\p{Script=Latin})\\.?|${HAN}|${KANA}`,
  'giu',
);

/** The clauses of a content that were not read, as they were written. `left` is the content with everything that was read blanked out. */
export function clausesLeft(content: string, left: string): string {
  if (!SAYS.test(left)) return '';
  const unknown = withoutTypes(withoutZones(left)).replace(JOINING, (word) => ' '.repeat(word.length));
  if (!SAYS.test(unknown)) return '';
  const clauses: string[] = [];
  for (const match of content.matchAll(CLAUSE)) {
    let from = match.index;
    for (const part of match[0].split(SENTENCE_OR_DASH)) {
      const at = content.indexOf(part, from);
      from = at + part.length;
      if (SAYS.test(unknown.slice(at, from))) clauses.push(part.trim());
    }
  }
  return clauses.join(', ');
}
