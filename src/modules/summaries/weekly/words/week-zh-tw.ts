import type { SpokenWeek } from '../spoken-week.ts';
import type { WeekPersonas } from './week-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('，');
const amount = ({ share, is_more }: NonNullable<SpokenWeek['usual']>): string =>
  share === undefined ? '多出許多' : `${is_more ? '多' : '少'}${share}`;

export const WEEK_ZH_TW: WeekPersonas = {
  because: {
    rose: {
      fitness: '體能提升了',
      consistency: '最近跑得更規律了',
      progress: '近來體能的進展比之前好',
    },
    fell: {
      fitness: '近來跑得較少，體能略降',
      consistency: '最近跑得沒那麼規律',
      progress: '近來體能的進展不如之前',
    },
  },
  rex: {
    run: [
      (runs, { distance, time, pace }) =>
        `上週跑步${runs}次：${list(distance, time, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週：跑步${runs}次，${list(distance, time, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週的跑步：${list(`${runs}次`, distance, time, pace && `平均配速${pace}`)}。`,
    ],
    usual: [
      (usual) => `比平常的${usual.distance}${amount(usual)}。`,
      (usual) => `平常是${usual.distance}，這次${amount(usual)}。`,
      (usual) => `和平常的${usual.distance}相比，${amount(usual)}。`,
    ],
    longest: [
      ({ distance, day }) => `最長一次：${day}${distance}。`,
      ({ distance, day }) => `${day}跑得最長：${distance}。`,
      ({ distance, day }) => `最長：${distance}，在${day}。`,
    ],
    fastest: [
      ({ pace, day }) => `最快一次：${day}${pace}。`,
      ({ pace, day }) => `${day}跑得最快：${pace}。`,
      ({ pace, day }) => `最快：${pace}，在${day}。`,
    ],
    others: [
      (number, time) => `另有其他訓練${number}次，共${time}。`,
      (number, time) => `其他訓練：${number}次，共${time}。`,
      (number, time) => `再加上其他訓練${number}次，共${time}。`,
    ],
    only_others: [
      (number, time) => `上週訓練${number}次，共${time}，沒有跑步。`,
      (number, time) => `上週沒有跑步，其他訓練${number}次，共${time}。`,
      (number, time) => `上週：訓練${number}次，共${time}，其中沒有跑步。`,
    ],
    race: [(days) => `距離比賽還有${days}。`, (days) => `比賽就在${days}後。`, (days) => `離比賽${days}。`],
    race_today: ['今天比賽。', '比賽就是今天。', '比賽日到了。'],
    score: {
      alone: [
        ({ now }) => `跑者分數：${now}。`,
        ({ now }) => `跑者分數是${now}。`,
        ({ now }) => `目前跑者分數：${now}。`,
      ],
      stayed: [
        ({ now }) => `跑者分數：${now}，和前一週相同。`,
        ({ now }) => `跑者分數維持在${now}。`,
        ({ now }) => `跑者分數不變：${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `跑者分數：${now}，前一週是${before}，上升了：${why}。`,
        ({ now, before }, why) => `跑者分數從${before}升到${now}，因為${why}。`,
        ({ now, before }, why) => `跑者分數由${before}上升為${now}。原因：${why}。`,
      ],
      fell: [
        ({ now, before }, why) => `跑者分數：${now}，前一週是${before}，下降了：${why}。只是數字，不是評價。`,
        ({ now, before }, why) => `跑者分數從${before}降到${now}，因為${why}。還會再變。`,
        ({ now, before }, why) => `跑者分數由${before}下降為${now}。原因：${why}。照常練就好。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `不過跑者分數是${now}，比前一週的${before}低：${why}。它看的是許多週，不只這一週。`,
        ({ now, before }, why) => `儘管如此，跑者分數從${before}降到${now}，因為${why}。分數看的是長期。`,
        ({ now, before }, why) => `但跑者分數由${before}下降為${now}。原因：${why}。單單這一週還不足以拉高。`,
      ],
    },
    kinds: {
      nothing: [
        '上週沒有訓練。把下一次跑步排進行事曆，短一點就好。',
        '休息了一週。這週從短而輕鬆的跑步開始。',
        '上週沒練。選一天，短短地跑一次。',
      ],
      no_run: [
        '這也算數。再加一次輕鬆跑會更好。',
        '練得好。這週加一次輕鬆跑。',
        '這也是訓練。接著排進一次輕鬆跑。',
      ],
      begun: [
        '有了開始。這週照樣再做一遍，不必更多。',
        '起步了。這週重複一次就好。',
        '開了頭。這週做一樣的量就夠。',
      ],
      too_fast: [
        '增加得太快了。先維持在這裡，這週放輕鬆。',
        '一下子加太多。這週減一點。',
        '跳得太大步。讓身體跟上，這週少跑一些。',
      ],
      more: [
        '訓練量上升了。睡眠和飲食要跟上。',
        '比平常多。怎麼練，就怎麼恢復。',
        '往上走了。顧好睡眠和飲食。',
      ],
      steady: ['和平常差不多。穩定才是關鍵。', '平常的一週。這樣一週一週累積。', '不花俏，但都有用。繼續。'],
      less: [
        '比平常少。偶爾一次是休息，別變成習慣。',
        '輕鬆的一週。這週回到平常的量。',
        '低於平常。休息好了就再接上。',
      ],
      before_race: ['比平常少，賽前本該如此。', '量減了，為比賽做準備正好。', '賽前減量，就是這個意思。'],
    },
  },
  joy: {
    run: [
      (runs, { distance, time, pace }) =>
        `上週你跑了${runs}次，${list(distance && `總共${distance}`, `花了${time}`, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `你上週出門跑了${runs}次：${list(distance, `花了${time}`, pace && `平均配速${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `上週的你跑步${runs}次，${list(distance && `累積${distance}`, `用時${time}`, pace && `平均配速${pace}`)}。`,
    ],
    usual: [
      (usual) => `比你平常一週的${usual.distance}${amount(usual)}。`,
      (usual) => `你平常一週是${usual.distance}，這次${amount(usual)}。`,
      (usual) => `和你平常一週的${usual.distance}相比，${amount(usual)}。`,
    ],
    longest: [
      ({ distance, day }) => `最長的一次是${day}的${distance}。`,
      ({ distance, day }) => `${day}你跑得最遠，有${distance}。`,
      ({ distance, day }) => `其中最長的是${distance}，在${day}。`,
    ],
    fastest: [
      ({ pace, day }) => `最快的一次是${day}，配速${pace}。`,
      ({ pace, day }) => `${day}你跑得最快，配速${pace}。`,
      ({ pace, day }) => `其中最快的在${day}，配速${pace}。`,
    ],
    others: [
      (number, time) => `此外你還做了${number}次其他訓練，總共${time}。`,
      (number, time) => `你也完成了${number}次其他訓練，總共${time}。`,
      (number, time) => `另外還有${number}次其他訓練，總共${time}。`,
    ],
    only_others: [
      (number, time) => `上週你做了${number}次訓練，總共${time}，沒有跑步。`,
      (number, time) => `上週雖然沒有跑步，你仍做了${number}次訓練，總共${time}。`,
      (number, time) => `上週你讓跑步休息，做了${number}次訓練，總共${time}。`,
    ],
    race: [
      (days) => `離你的比賽還有${days}！`,
      (days) => `再過${days}就是你的比賽了！`,
      (days) => `你的比賽就在${days}後！`,
    ],
    race_today: ['今天就是比賽日，加油！', '比賽日到了，好好享受！', '終於等到今天的比賽，加油！'],
    score: {
      alone: [
        ({ now }) => `你的跑者分數是${now}。`,
        ({ now }) => `你目前的跑者分數是${now}。`,
        ({ now }) => `至於跑者分數，你有${now}。`,
      ],
      stayed: [
        ({ now }) => `你的跑者分數是${now}，和前一週一樣。`,
        ({ now }) => `你的跑者分數維持在${now}。`,
        ({ now }) => `你的跑者分數穩穩地停在${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `你的跑者分數從${before}升到${now}，因為${why}！`,
        ({ now, before }, why) => `你的跑者分數升到${now}，前一週是${before}。真好，${why}！`,
        ({ now, before }, why) => `跑者分數由${before}進步到${now}，看得出${why}！`,
      ],
      fell: [
        ({ now, before }, why) => `你的跑者分數從${before}變成${now}，因為${why}。這很正常，之後可以再累積。`,
        ({ now, before }, why) => `你的跑者分數是${now}，前一週是${before}：${why}。這只是數字，還會再變的。`,
        ({ now, before }, why) => `跑者分數由${before}降到${now}，因為${why}。對自己溫柔一點吧。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `不過你的跑者分數從${before}變成${now}，因為${why}。它看的是許多週，別放在心上。`,
        ({ now, before }, why) =>
          `儘管如此，你的跑者分數是${now}，前一週是${before}：${why}。要拉高它，需要的不只這一週。`,
        ({ now, before }, why) => `但跑者分數由${before}降到${now}，因為${why}。這不影響你這一週的好。`,
      ],
    },
    kinds: {
      nothing: [
        '上週沒有訓練，沒關係的。來一次又短又輕鬆的慢跑，就是很棒的回歸。',
        '上週你休息了，這樣也很好。這週從一次輕鬆的短跑開始吧。',
        '上週沒有訓練也無妨。想跑的時候，短短跑一次就好。',
      ],
      no_run: [
        '有動起來就很棒！再搭配一次輕鬆跑就更好了。',
        '你一直在動，真好！這週也許可以加一次輕鬆跑。',
        '這對你很好！再來一次輕鬆跑就更完整了。',
      ],
      begun: [
        '很棒的開始！這週照樣再來一次就夠了。',
        '踏出最難的一步了！這週重複一次就好。',
        '美好的起點！這週做一樣的量，好好享受。',
      ],
      too_fast: [
        '你真有衝勁！身體需要時間適應，這週請放輕鬆一點。',
        '好有幹勁！這週溫和一點，讓身體慢慢吸收。',
        '活力滿滿！這週輕輕地跑，讓它變成實力。',
      ],
      more: [
        '你正在穩穩進步，記得睡好、吃好。',
        '比平常多，做得好！也要好好休息和吃飯。',
        '你越來越投入了，真棒！睡飽了，累積才會變成實力。',
      ],
      steady: [
        '和平常差不多，正是這份穩定讓你越來越強。',
        '又是踏實的一週，每一週都算數，做得好！',
        '你一直這麼可靠地練著，跑者就是這樣進步的！',
      ],
      less: [
        '偶爾放鬆一週對身體很好，帶著恢復的雙腿迎接這週吧。',
        '輕鬆一點的一週也很好！你是充好電才開始這週的。',
        '比平常少也沒關係，這週歡迎你回來。',
      ],
      before_race: [
        '賽前輕鬆一點剛剛好，相信自己的累積。',
        '比賽前懂得放慢，真聰明！該做的都做了。',
        '賽前休息也是準備的一部分，好好享受比賽吧。',
      ],
    },
  },
};
