import { SPORT_WORDS } from '../../../activities/index.ts';
import type { SpokenRepetitions } from '../spoken-workout.ts';
import type { WorkoutWords } from './workout-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('，');

const BETWEEN = { jog: '，中間慢跑', walk: '，中間走路', rest: '，中間休息' } as const;
const range = ({ fastest, slowest }: SpokenRepetitions): string =>
  fastest === slowest ? fastest : `${fastest} 到 ${slowest}`;
const between = ({ between: rest }: SpokenRepetitions): string =>
  rest === undefined ? '' : `${rest.way === null ? '，間隔' : BETWEEN[rest.way]}${rest.length}`;

export const WORKOUT_ZH_TW: WorkoutWords = {
  sports: SPORT_WORDS['zh-TW'],
  rex: {
    done: [
      (sport, { distance, time, pace }) => `${sport}：${list(distance, time, pace)}。`,
      (sport, { distance, time, pace }) => `${sport}完成：${list(distance, time, pace)}。`,
      (sport, { distance, time, pace }) => `紀錄：${list(sport, distance, time, pace)}。`,
    ],
    body: ({ climb, heart_rate }) =>
      `${list(climb && `爬升${climb}`, heart_rate && `平均心率${heart_rate}`)}。`,
    halves: ({ first, second }) => `前半${first}，後半${second}。`,
    halves_on_the_flat: ({ first, second }) => `換算成平路：前半${first}，後半${second}。`,
    repetitions: (sets) => `${sets.sets}，${range(sets)}${between(sets)}。`,
    longer: [
      ({ share, days }) => `比前${days}內最長的一次還長${share ?? '很多'}。`,
      ({ share, days }) => `前${days}沒有一次接近，長了${share ?? '很多'}。`,
      ({ share, days }) => `和前${days}最長的一次相比，長了${share ?? '很多'}。`,
    ],
    since: [
      (span) => `相隔${span}，再次跑步。`,
      (span) => `距離上次跑步${span}。`,
      (span) => `停跑${span}後的第一次。`,
    ],
    remarks: {
      race: [
        '這是比賽，先恢復，再檢討。',
        '比完了。現在休息，之後再分析。',
        '這是一場比賽，接下來幾天輕鬆過。',
      ],
      return: [
        '歡迎回來。從少量開始，慢慢加。',
        '回來就好。別管以前的成績，跑短、跑輕鬆。',
        '你回來了。先輕鬆跑幾週，其他再說。',
      ],
      comeback: [
        '回來了。接下來幾次跑短一點、輕鬆一點。',
        '又開始跑了。先適應，再加強。',
        '休息結束。慢慢接上就好。',
      ],
      longest: [
        '這是近幾週最長的一次，接下來幾天好好恢復。',
        '比近幾週任何一次都長。恢復好了再排硬課表。',
        '好幾週沒跑這麼長了。先休息。',
      ],
      longest_by_far: [
        '一次長了不少，接下來幾次跑短一點。',
        '距離跳得太大步，下次先退一點。',
        '一次加太多了。先恢復，再小步增加。',
      ],
      faster_end: ['後段比前段快，配速掌握得好。', '先收，後放。配速就該這樣。', '越後面越快。下次照做。'],
      slower_end: [
        '後段掉速，下次起跑慢一點。',
        '起跑太快，後面撐不住。前段收著跑。',
        '後面變慢了。開頭穩一點就能撐住。',
      ],
      hard: ['硬課表完成，明天輕鬆跑。', '辛苦的一天。下一次放輕鬆。', '難的部分結束了，開始恢復。'],
      easy: ['輕鬆跑，才撐得起辛苦的日子。', '照計畫輕鬆跑，有紀律。', '刻意跑慢，會有回報。'],
      long: ['長跑完成，吃好、喝夠、睡飽。', '長跑結束，補充能量，把腳抬高。', '長跑跑完了，接下來放輕鬆。'],
      run: ['完成，準備下一次。', '又跑完一次，繼續。', '就這樣，下次見。'],
      other: ['這也算訓練。', '跑步之外，練得好。', '有變化是好事，繼續。'],
    },
  },
  joy: {
    done: [
      (sport, { distance, time, pace }) =>
        `完成${sport}${distance ?? ''}，${list(`用時${time}`, pace && `平均配速${pace}`)}。`,
      (sport, { distance, time, pace }) =>
        `你完成了這次${sport}：${list(distance, `用時${time}`, pace && `平均配速${pace}`)}。`,
      (sport, { distance, time, pace }) =>
        `這次的${sport}，${list(distance, `用時${time}`, pace && `平均配速${pace}`)}。`,
    ],
    body: ({ climb, heart_rate }) =>
      `${list(climb && `爬升了${climb}`, heart_rate && `平均心率是${heart_rate}`)}。`,
    halves: ({ first, second }) => `前半配速${first}，後半配速${second}。`,
    halves_on_the_flat: ({ first, second }) => `換算成平路，前半配速是${first}，後半是${second}。`,
    repetitions: (sets) => `你跑了${sets.sets}，${range(sets)}${between(sets)}。`,
    longer: [
      ({ share, days }) => `這比你前${days}任何一次都長了${share ?? '很多'}。`,
      ({ share, days }) => `前${days}你沒跑過這麼長，多了${share ?? '很多'}。`,
      ({ share, days }) => `你比前${days}最遠的一次還多跑了${share ?? '很多'}。`,
    ],
    since: [
      (span) => `這是你相隔${span}再次跑步。`,
      (span) => `距離上次跑步已經${span}了。`,
      (span) => `隔了${span}，你又跑起來了。`,
    ],
    remarks: {
      race: [
        '比賽日辛苦了！好好享受，也給身體時間恢復。',
        '你比完賽了，真令人興奮！現在好好照顧雙腿吧。',
        '完成比賽，恭喜你！慶祝一下，也休息一下。',
      ],
      return: [
        '歡迎回來，看到你再次跑步真好！慢慢來，不用急。',
        '好高興又見到你！現在短短地、輕輕地跑就夠了。',
        '你回來了，真棒！讓它慢慢成長，會越來越好的。',
      ],
      comeback: [
        '很高興看到你回來！接下來幾次慢慢來就好。',
        '你又來了，真好！先輕鬆地找回感覺吧。',
        '重新開始真不錯！接下來幾次溫和一點。',
      ],
      longest: [
        '這是近幾週最長的一次，值得驕傲！現在好好休息吧。',
        '好幾週沒跑這麼遠了，好厲害！好好休息一下。',
        '近幾週就屬這次跑得最遠，太棒了！讓身體慢慢吸收。',
      ],
      longest_by_far: [
        '敢跑這麼遠，真勇敢！步子跨得大，接下來幾次短一點吧。',
        '好長的距離，太厲害了！雙腿現在會喜歡短一點的跑步。',
        '你跑遠了好多，哇！接下來小步增加，也好好休息吧。',
      ],
      faster_end: [
        '越跑越快，配速掌握得真漂亮！',
        '你把力氣留到最後，跑得真好！',
        '後段漸漸加快，這樣跑真舒服！',
      ],
      slower_end: [
        '後段辛苦了，但你堅持下來了！下次起跑放鬆一點會更順。',
        '變得吃力時你還是撐住了，做得好！開頭再慢一點試試看。',
        '最後很費力，但你做到了！溫和地起跑會輕鬆許多。',
      ],
      hard: [
        '這次練得很扎實，做得好！明天輕鬆一點吧。',
        '你真的很努力，太棒了！接著安排輕鬆的一天吧。',
        '好拚的一次，真厲害！現在讓身體休息吧。',
      ],
      easy: ['輕輕鬆鬆，這樣就對了。', '好放鬆，真棒！這樣正是在累積。', '溫和的一次跑步，對你很好！'],
      long: [
        '長跑完成，做得好！好好吃頓飯吧。',
        '好長的一次，太棒了！吃點好的，早點休息。',
        '你跑完長跑了，真了不起！好好休息吧。',
      ],
      run: ['做得好，又前進了一步！', '真好，你又出門跑了！', '跑得不錯，繼續享受吧！'],
      other: ['做得好，每次努力都算數！', '真棒，這對你也很好！', '換個花樣也很好，時間花得值得！'],
    },
  },
};
