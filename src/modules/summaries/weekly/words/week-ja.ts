import { KINDS_JA } from './kinds-ja.ts';
import type { WeekPersonas } from './week-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('、');

export const WEEK_JA: WeekPersonas = {
  because: {
    rose: {
      fitness: '体力が上がった',
      consistency: '最近は規則的に走れている',
      progress: '最近の体力の伸びが以前より大きい',
    },
    fell: {
      fitness: '最近は走る量が減り、体力が少し落ちた',
      consistency: '最近はランの間隔が空きがちだった',
      progress: '最近の体力の伸びが以前より小さくなった',
    },
  },
  rex: {
    run: [
      (runs, { distance, time, pace }) =>
        `先週のランは${runs}回、${list(distance, time, pace && `平均${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `先週：ラン${runs}回、${list(distance, time, pace && `平均${pace}`)}。`,
      (runs, { distance, time, pace }) =>
        `先週は${runs}回走った。${list(distance, time, pace && `平均${pace}`)}。`,
    ],
    usual: [
      ({ distance, share }) => `普段の${distance}より${share}少ない。`,
      ({ distance, share }) => `普段は${distance}。それより${share}少ない。`,
      ({ distance, share }) => `普段の${distance}と比べて${share}少ない。`,
    ],
    grown: [
      ({ distance, share }) => `ここ数週間で最多だった${distance}より${share ?? '大幅に'}多い。`,
      ({ distance, share }) => `これまでの数週間の最多は${distance}。それより${share ?? '大幅に'}多い。`,
      ({ distance, share }) => `数週間の最多${distance}と比べて${share ?? '大幅に'}多い。`,
    ],
    longer: {
      some: [
        ({ day, share, days }) =>
          `${day}のランは、それまでの${days}間のどれよりも${share ?? '大幅に'}長い。しばらくはこの長さで。`,
        ({ day, share, days }) =>
          `${day}：過去${days}間の最長より${share ?? '大幅に'}長い。もう一度同じ長さを走ってから伸ばすこと。`,
        ({ day, share, days }) =>
          `${days}間で${day}ほど長いランはなかった。差は${share ?? '大きい'}。そこで保つこと。`,
      ],
      far: [
        ({ day, share, days }) =>
          `${day}のランは、それまでの${days}間のどれよりも${share ?? '大幅に'}長い。一度に増やしすぎだ。次は短くすること。`,
        ({ day, share, days }) =>
          `${day}：過去${days}間の最長より${share ?? '大幅に'}長い。飛躍が大きい。少し戻すこと。`,
        ({ day, share, days }) =>
          `${days}間で${day}に近い長さのランはなかった。差は${share ?? '大きい'}。次は短めに。`,
      ],
    },
    longest: [
      ({ distance, day }) => `最長は${day}の${distance}。`,
      ({ distance, day }) => `${day}が最長、${distance}。`,
      ({ distance, day }) => `最長のラン：${day}、${distance}。`,
    ],
    fastest: [
      ({ pace, day }) => `最速は${day}の${pace}。`,
      ({ pace, day }) => `${day}が最速、${pace}。`,
      ({ pace, day }) => `最速のラン：${day}、${pace}。`,
    ],
    others: [
      (number, time) => `ほかのトレーニングは${number}回、計${time}。`,
      (number, time) => `ほかに${number}回のトレーニング、計${time}。`,
      (number, time) => `加えてトレーニング${number}回、計${time}。`,
    ],
    only_others: [
      (number, time) => `先週のトレーニングは${number}回、計${time}。ランはなし。`,
      (number, time) => `先週はランなし。トレーニングは${number}回、計${time}。`,
      (number, time) => `先週：トレーニング${number}回、計${time}、ランはなし。`,
    ],
    race: [
      (days) => `レースまであと${days}。`,
      (days) => `レースは${days}後。`,
      (days) => `レースまで残り${days}。`,
    ],
    race_today: ['今日がレース。', 'レースは今日。', 'レース当日。'],
    score: {
      alone: [
        ({ now }) => `ランナースコアは${now}。`,
        ({ now }) => `ランナースコア：${now}。`,
        ({ now }) => `現在のランナースコアは${now}。`,
      ],
      stayed: [
        ({ now }) => `ランナースコアは${now}、前の週と同じ。`,
        ({ now }) => `ランナースコアは${now}のまま。`,
        ({ now }) => `ランナースコアは変わらず${now}。`,
      ],
      rose: [
        ({ now, before }, why) => `ランナースコアは${now}、前の週の${before}から上昇。${why}ためだ。`,
        ({ now, before }, why) => `ランナースコアは${before}から${now}に上がった。理由：${why}。`,
        ({ now, before }, why) => `${why}ので、ランナースコアは${before}から${now}に上昇。`,
      ],
      fell: [
        ({ now, before }, why) =>
          `ランナースコアは${now}、前の週の${before}から下降。理由：${why}。評価ではなく数字だ。`,
        ({ now, before }, why) => `${why}ため、ランナースコアは${before}から${now}に下がった。また変わる。`,
        ({ now, before }, why) => `ランナースコアは${before}から${now}へ。${why}。いつも通り続ければいい。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `それでもランナースコアは${now}、前の週の${before}から下降。理由：${why}。この週だけでなく、長い期間を見る数字だ。`,
        ({ now, before }, why) =>
          `とはいえ、${why}ため、ランナースコアは${before}から${now}に下がった。長い目で見る数字だ。`,
        ({ now, before }, why) =>
          `ただしランナースコアは${before}から${now}へ。${why}。この週だけでは上がらない。`,
      ],
      fell_resting: [
        ({ now, before }) => `ランナースコアは${before}から${now}へ。レース前後はこうなる。`,
        ({ now, before }) =>
          `ランナースコアは前の週の${before}から下がって${now}。レースのための休養の結果だ。`,
        ({ now, before }) => `ランナースコアが${before}から${now}に下がった。レース前後なら当然だ。`,
      ],
    },
    kinds: KINDS_JA.rex,
  },
  joy: {
    run: [
      (runs, { distance, time, pace }) =>
        `先週は${runs}回走り、${list(distance && `合計${distance}`, time, pace && `平均${pace}`)}でした。`,
      (runs, { distance, time, pace }) =>
        `先週のランは${runs}回でしたね。${list(distance && `合計${distance}`, time, pace && `平均${pace}`)}です。`,
      (runs, { distance, time, pace }) =>
        `先週は${list(`${runs}回のラン`, distance && `合わせて${distance}`, time, pace && `平均${pace}`)}でした。`,
    ],
    usual: [
      ({ distance, share }) => `いつもの週の${distance}より${share}少なめですね。`,
      ({ distance, share }) => `いつもの週は${distance}なので、${share}少なめでした。`,
      ({ distance, share }) => `いつもの${distance}と比べると${share}少なめです。`,
    ],
    grown: [
      ({ distance, share }) =>
        `これまでの数週間で一番多かった${distance}より${share ?? '大幅に'}多いですね。`,
      ({ distance, share }) => `数週間の最多は${distance}でしたから、${share ?? '大幅に'}増えましたね。`,
      ({ distance, share }) => `一番多かった週の${distance}と比べると${share ?? '大幅に'}多いです。`,
    ],
    longer: {
      some: [
        ({ day, share, days }) =>
          `${day}は、それまでの${days}間のどのランよりも${share ?? '大幅に'}長く走れました！しばらくはこの長さでいきましょう。`,
        ({ day, share, days }) =>
          `${day}のランは過去${days}間の最長より${share ?? '大幅に'}長いですね！もう一度同じ長さを楽しんでから伸ばしましょう。`,
        ({ day, share, days }) =>
          `${days}間で一番長いランが${day}でした、差は${share ?? '大きい'}ですよ！当分はこの長さにしましょう。`,
      ],
      far: [
        ({ day, share, days }) =>
          `${day}は、それまでの${days}間のどのランよりも${share ?? '大幅に'}長く走りました。勇気がありますが一度には多めです。次は短めにしましょう。`,
        ({ day, share, days }) =>
          `${day}のランは過去${days}間の最長より${share ?? '大幅に'}長いですね。脚をいたわって、次のロング走は短めにしましょう。`,
        ({ day, share, days }) =>
          `${days}間で${day}に近い長さはなく、差は${share ?? '大きい'}です。大きな一歩のあとは小さな一歩にしましょう。`,
      ],
    },
    longest: [
      ({ distance, day }) => `一番長かったのは${day}の${distance}です。`,
      ({ distance, day }) => `${day}には最長の${distance}を走りました。`,
      ({ distance, day }) => `最長のランは${day}、${distance}でした。`,
    ],
    fastest: [
      ({ pace, day }) => `一番速かったのは${day}の${pace}です。`,
      ({ pace, day }) => `${day}には最速の${pace}で走りました。`,
      ({ pace, day }) => `最速のランは${day}、${pace}でした。`,
    ],
    others: [
      (number, time) => `ほかにも${number}回、合計${time}のトレーニングをしました。`,
      (number, time) => `さらにトレーニングを${number}回、合計${time}しましたね。`,
      (number, time) => `そのほかのトレーニングは${number}回、合計${time}でした。`,
    ],
    only_others: [
      (number, time) => `先週は${number}回、合計${time}のトレーニングをしました。ランはお休みでしたね。`,
      (number, time) => `先週はランをお休みして、${number}回、合計${time}のトレーニングをしましたね。`,
      (number, time) => `ランのない先週も、トレーニングは${number}回、合計${time}でした。`,
    ],
    race: [
      (days) => `レースまであと${days}です！`,
      (days) => `レースは${days}後ですね！`,
      (days) => `あと${days}でレースですね！`,
    ],
    race_today: ['いよいよ今日がレースです！', '今日はレースですね、楽しんで！', 'ついにレース当日です！'],
    score: {
      alone: [
        ({ now }) => `ランナースコアは${now}です。`,
        ({ now }) => `あなたのランナースコアは${now}です。`,
        ({ now }) => `今のランナースコアは${now}ですね。`,
      ],
      stayed: [
        ({ now }) => `ランナースコアは前の週と同じ${now}です。`,
        ({ now }) => `ランナースコアは${now}を保っています。`,
        ({ now }) => `ランナースコアは${now}のまま、安定していますね。`,
      ],
      rose: [
        ({ now, before }, why) => `ランナースコアは${before}から${now}に上がりました。${why}からですね！`,
        ({ now, before }, why) =>
          `ランナースコアは前の週の${before}から上がって${now}です。${why}おかげです！`,
        ({ now, before }, why) => `${why}ので、ランナースコアが${before}から${now}に上がりました！`,
      ],
      fell: [
        ({ now, before }, why) =>
          `ランナースコアは${before}から${now}になりました。${why}からです。よくあることですし、また積み上げられます。`,
        ({ now, before }, why) =>
          `ランナースコアは前の週の${before}から下がって${now}です。${why}からですが、ただの数字です。また変わりますよ。`,
        ({ now, before }, why) =>
          `${why}ため、ランナースコアが${before}から${now}に下がりました。自分に優しくしてくださいね。`,
      ],
      fell_anyway: [
        ({ now, before }, why) =>
          `それでもランナースコアは${before}から${now}になりました。${why}からです。長い期間を見る数字なので、気にしないでくださいね。`,
        ({ now, before }, why) =>
          `とはいえランナースコアは前の週の${before}から下がって${now}です。${why}からです。この週だけでは動きにくい数字です。`,
        ({ now, before }, why) =>
          `ただ、${why}ため、ランナースコアは${before}から${now}に下がりました。この週の良さは変わりません。`,
      ],
      fell_resting: [
        ({ now, before }) =>
          `ランナースコアは${before}から${now}になりました。レース前後はこれでちょうどいいのです。`,
        ({ now, before }) =>
          `ランナースコアは前の週の${before}から下がって${now}です。レースに合わせてよく休めた証拠ですね。`,
        ({ now, before }) =>
          `ランナースコアが${before}から${now}に下がりました。レースの前後にはよくあることですから、気にしないでくださいね。`,
      ],
    },
    kinds: KINDS_JA.joy,
  },
};
