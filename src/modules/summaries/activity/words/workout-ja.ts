import { SPORT_WORDS } from '../../../activities/index.ts';
import type { SpokenRepetitions } from '../spoken-workout.ts';
import type { WorkoutWords } from './workout-phrases.ts';

const list = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('、');

const BETWEEN = { jog: 'のジョグ', walk: 'のウォーク', rest: 'の休息' } as const;
const range = ({ fastest, slowest }: SpokenRepetitions): string =>
  fastest === slowest ? fastest : `${fastest} から ${slowest}`;
const between = ({ between: rest }: SpokenRepetitions): string =>
  rest === undefined ? '' : `、間は${rest.length}${rest.way === null ? '' : BETWEEN[rest.way]}`;

export const WORKOUT_JA: WorkoutWords = {
  sports: SPORT_WORDS.ja,
  rex: {
    done: [
      (sport, { distance, time, pace }) => `${sport}：${list(distance, time, pace)}。`,
      (sport, { distance, time, pace }) => `${sport}完了：${list(distance, time, pace)}。`,
      (sport, { distance, time, pace }) => `記録：${list(sport, distance, time, pace)}。`,
    ],
    body: ({ climb, heart_rate }) =>
      `${list(climb && `登り${climb}`, heart_rate && `平均心拍${heart_rate}`)}。`,
    halves: ({ first, second }) => `前半${first}、後半${second}。`,
    halves_on_the_flat: ({ first, second }) => `起伏を平地に換算すると前半${first}、後半${second}。`,
    repetitions: (sets) => `${sets.sets}、${range(sets)}${between(sets)}。`,
    longer: [
      ({ share, days }) => `過去${days}間の最長より${share ?? '大幅に'}長い。`,
      ({ share, days }) => `それまでの${days}間のどのランよりも${share ?? '大幅に'}長い。`,
      ({ share, days }) => `${days}間の最長と比べて${share ?? '大幅に'}長い。`,
    ],
    since: [
      (span) => `${span}ぶりのラン。`,
      (span) => `前回のランから${span}。`,
      (span) => `${span}空いて、再び走った。`,
    ],
    remarks: {
      race: [
        'レースだった。振り返るのは回復してから。',
        'レース終了。まず休み、分析はあとで。',
        'これはレース。この先数日は楽に過ごすこと。',
      ],
      return: [
        'おかえり。少しから始めて、ゆっくり増やすこと。',
        '戻ってきたな。以前の記録は忘れて、短く楽に走ること。',
        '再開した。まずは楽なランを重ねること。',
      ],
      comeback: [
        '復帰した。しばらくは短く、楽に。',
        'また走り出した。慣らしてから上げること。',
        '休みは終わり。少しずつ戻せばいい。',
      ],
      longest: [
        'ここ数週間で最長。数日は回復にあてること。',
        'ここ数週間のどのランより長い。回復してから次のきつい練習へ。',
        '数週間なかった長さだ。休むこと。',
      ],
      longest_by_far: [
        '一度に長くしすぎた。次からは短めに。',
        '距離の飛躍が大きい。次の前に少し戻すこと。',
        '一回で伸ばしすぎだ。回復してから小刻みに増やすこと。',
      ],
      faster_end: [
        '後半のほうが速い。良いペース配分。',
        '抑えて入り、上げて終えた。これが配分だ。',
        '終わりほど速かった。次も同じように。',
      ],
      slower_end: [
        '後半に落ちた。次は入りを抑えること。',
        '入りが速すぎた。序盤は我慢すること。',
        '終わりに遅くなった。落ち着いて入れば保てる。',
      ],
      hard: [
        'きつい練習は終わった。明日は楽に。',
        'きつい日だった。次は楽な日にすること。',
        '大変な部分は済んだ。回復にまわること。',
      ],
      easy: [
        '楽な日があるから、きつい日をこなせる。',
        '予定どおり楽に走った。それでいい。',
        'あえてゆっくり。あとで効いてくる。',
      ],
      long: [
        'ロング走は終わり。食べて、飲んで、眠ること。',
        'ロング走完了。補給して足を休めること。',
        'ロング走を終えた。次は楽にいくこと。',
      ],
      run: ['完了。次へ。', 'またひとつ走り終えた。続けること。', '今回はここまで。次も頼む。'],
      other: ['これもトレーニングのうち。', 'ラン以外もよくやった。', '変化は役に立つ。続けること。'],
    },
  },
  joy: {
    done: [
      (sport, { distance, time, pace }) =>
        `${sport}${distance ?? ''}、${list(time, pace && `平均ペース${pace}`)}でした。`,
      (sport, { distance, time, pace }) =>
        `今回の${sport}は${list(distance, time, pace && `平均ペース${pace}`)}でした。`,
      (sport, { distance, time, pace }) =>
        `${sport}を終えましたね。${list(distance, time, pace && `平均ペース${pace}`)}です。`,
    ],
    body: ({ climb, heart_rate }) =>
      `${list(climb && `登りは${climb}`, heart_rate && `平均心拍は${heart_rate}`)}でした。`,
    halves: ({ first, second }) => `前半は${first}、後半は${second}で走りました。`,
    halves_on_the_flat: ({ first, second }) =>
      `平地に換算すると、前半は${first}、後半は${second}の走りでした。`,
    repetitions: (sets) => `${sets.sets}を走りました。${range(sets)}${between(sets)}です。`,
    longer: [
      ({ share, days }) => `それまでの${days}間のどのランよりも${share ?? '大幅に'}長く走りました。`,
      ({ share, days }) => `過去${days}間の最長を${share ?? '大幅に'}上回りましたね。`,
      ({ share, days }) => `${days}間で最も長かったランより${share ?? '大幅に'}長かったですね。`,
    ],
    since: [
      (span) => `${span}ぶりのランですね。`,
      (span) => `前回のランから${span}たちましたね。`,
      (span) => `${span}空きましたが、また走れましたね。`,
    ],
    remarks: {
      race: [
        'レースお疲れさまでした！余韻を楽しんで、しっかり回復しましょう。',
        'レースを走り切りましたね！今は足をいたわりましょう。',
        'レース完走、おめでとうございます！お祝いをして、少し休みましょう。',
      ],
      return: [
        'おかえりなさい！また走る姿が見られてうれしいです。焦らずいきましょう。',
        'また会えましたね！今は短くて優しいランで大丈夫です。',
        '戻ってきてくれて素敵です！ゆっくり育てていきましょう。',
      ],
      comeback: [
        'おかえりなさい！しばらくはゆっくりいきましょう。',
        'また走り始めましたね、素敵です！少しずつ慣らしましょう。',
        '再開できて良かったです！次のランも優しくいきましょう。',
      ],
      longest: [
        'ここ数週間で最長です。自信を持ってくださいね！まずはゆっくり休みましょう。',
        'ここ数週間で一番遠くまで走れました！ゆっくり休んでくださいね。',
        '数週間ぶりの長さです、お見事！体をしっかり休めましょう。',
      ],
      longest_by_far: [
        'こんなに遠くまで、勇気がありますね！大きな一歩でしたから、次は短めにしましょう。',
        'すごい距離ですね、お見事です！脚には短めのランを何回かあげてください。',
        'ぐんと距離が伸びましたね！ここからは小さな歩みで、よく休みましょう。',
      ],
      faster_end: [
        '後半に上げられました。すてきなペース配分です！',
        '最後に力を残せましたね、お見事です！',
        '終わりに向けて速くなりました。気持ちの良い走りですね！',
      ],
      slower_end: [
        '後半は大変でしたが、よく粘りました！次は入りを少し抑えてみましょう。',
        '苦しくなっても走り続けましたね！次は少しゆっくり入ってみましょう。',
        '最後まで頑張りましたね！優しく入ると、もっと楽になりますよ。',
      ],
      hard: [
        'きつい練習、よくがんばりました！明日は楽にいきましょう。',
        '本当によく頑張りました！次は楽な日にしましょう。',
        '力を出し切りましたね！体を休ませてあげましょう。',
      ],
      easy: [
        '楽に走れました。これで良いのです。',
        'とてもリラックスした走りでしたね！これが土台になります。',
        '優しいラン、体が喜んでいますね！',
      ],
      long: [
        'ロング走、お疲れさまでした！おいしいものを食べましょう。',
        '長い道のりでしたね、お見事です！よく食べて、早めに休みましょう。',
        'ロング走を走り切りましたね！ゆっくり休んでください。',
      ],
      run: [
        'お疲れさまでした。また前へ進みましたね！',
        '今回も走れましたね、素敵です！',
        '良いランでした。これからも楽しみましょう！',
      ],
      other: [
        'お疲れさまでした。こうした積み重ねが力になります！',
        '素敵ですね、これも体に良い時間です！',
        '良い気分転換でしたね、有意義な時間です！',
      ],
    },
  },
};
