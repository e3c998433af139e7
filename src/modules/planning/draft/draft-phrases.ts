import type { InEachLanguage } from '../../../shared/languages.ts';

/** What a draft says beside the names of days, kinds and phases. Lists come joined. */
export type DraftPhrases = {
  readonly title: (weeks: number, start_date: string) => string;
  readonly goal: string;
  readonly race_on: (date: string) => string;
  readonly target_time: (time: string) => string;
  readonly training_days: string;
  readonly reckoned_with: string;
  readonly mind: string;
  readonly ambitious: string;
  readonly own_history: string;
  readonly no_history: string;
  readonly principle: string;
  readonly understood: string;
  readonly not_acted_on: string;
  readonly how_to_edit: string;
  readonly and_race: (volume: string) => string;
  readonly rest: string;
  readonly colon: string;
  readonly comma: string;
  readonly quote: (text: string) => string;
};

export const DRAFT_PHRASES: InEachLanguage<DraftPhrases> = {
  en: {
    title: (weeks, start_date) =>
      `Training plan: ${weeks} ${weeks === 1 ? 'week' : 'weeks'} from ${start_date}`,
    goal: 'Goal',
    race_on: (date) => `race on ${date}`,
    target_time: (time) => `target time ${time}`,
    training_days: 'Training days',
    reckoned_with: 'Reckoned with',
    mind: 'To keep in mind',
    ambitious:
      'the target time is ambitious. It asks for much more than present fitness, at which the plan trains',
    own_history: 'the running of the last eight weeks',
    no_history: 'no knowledge of recent running',
    principle: 'Training principle taken into account',
    understood: 'Understood and followed',
    not_acted_on: 'Not acted on, and kept as your note',
    how_to_edit:
      'Change days, kinds of workouts and distances as you like. Keep one heading “## Week N” for each week, and one line for each day; days without a line are days off. Leave the marks in brackets at the end of lines: by them a line that you did not change, or moved to another day, keeps its very session. Words that are no session become notes for the athlete.',
    and_race: (volume) => `${volume} + race`,
    rest: 'Rest',
    colon: ': ',
    comma: ', ',
    quote: (text) => `“${text}”`,
  },
  'zh-TW': {
    title: (weeks, start_date) => `訓練課表：${start_date} 起共 ${weeks} 週`,
    goal: '目標',
    race_on: (date) => `比賽日 ${date}`,
    target_time: (time) => `目標時間 ${time}`,
    training_days: '訓練日',
    reckoned_with: '計算依據',
    mind: '請注意',
    ambitious: '目標時間相當有挑戰性，遠高於目前的體能；課表依目前的體能安排',
    own_history: '最近八週的跑步紀錄',
    no_history: '沒有近期的跑步紀錄',
    principle: '已納入考量的訓練原則',
    understood: '已理解並採用',
    not_acted_on: '未據此安排，保留為教練備註',
    how_to_edit:
      '可以自由修改日期、訓練類型與距離。每週請保留一個「## Week N」標題，每天一行；沒有列出的日子就是休息日。行尾方括號裡的標記請保留：沒有修改、或只是移到別天的那一行，靠它保留原本的訓練。不是訓練的文字會成為給選手的備註。',
    and_race: (volume) => `${volume}＋比賽`,
    rest: '休息',
    colon: '：',
    comma: '，',
    quote: (text) => `「${text}」`,
  },
  ja: {
    title: (weeks, start_date) => `トレーニングプラン：${start_date} から ${weeks} 週間`,
    goal: '目標',
    race_on: (date) => `レース ${date}`,
    target_time: (time) => `目標タイム ${time}`,
    training_days: '練習日',
    reckoned_with: '計算のもと',
    mind: '注意点',
    ambitious: '目標タイムはかなり意欲的で、現在の走力を大きく上回ります。プランは現在の走力で組んでいます',
    own_history: '直近 8 週間のランニング',
    no_history: '最近のランニングの記録なし',
    principle: '考慮したトレーニング方針',
    understood: '理解して反映した内容',
    not_acted_on: '反映せず、コーチのメモとして残した内容',
    how_to_edit:
      '曜日、練習の種類、距離は自由に変更できます。週ごとに見出し「## Week N」を 1 つ、1 日につき 1 行を残してください。行のない日は休みです。行末の角括弧の目印は残してください。変更していない行や別の日に移しただけの行は、それで元の練習のまま残ります。練習ではない文は選手へのメモになります。',
    and_race: (volume) => `${volume}＋レース`,
    rest: '休み',
    colon: '：',
    comma: '、',
    quote: (text) => `「${text}」`,
  },
};
