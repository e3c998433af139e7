import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { type PlanFault, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { buildPlan } from '../rules/plan-weeks.ts';
import { readDraft } from './read-draft.ts';
import { writeDraft } from './write-draft.ts';

/** What a coach types, by language: days, sessions, words, and lines that cannot be read. */
const TYPED: Readonly<
  Record<
    Language,
    {
      days: readonly string[];
      sessions: readonly string[];
      prose: readonly string[];
      unreadable: readonly string[];
    }
  >
> = {
  en: {
    days: ['Monday', 'Tue', 'Wednesday', 'Fri', 'Sunday'],
    sessions: [
      'Easy 8 km at 6:30/km',
      'Easy 8.5 km + 6 × 10 s hill sprints',
      '12 km with 3 × 1 km at threshold, 90 s jog',
      '10 km tempo (2 km warm-up, 6 km at threshold, 2 km cool-down)',
      'progression 9 km, each 3 km faster',
      'Long run 15 km, HR below 145',
      'Easy 5 miles, RPE 3',
      'Easy 7 km with Anna, mind the ice',
    ],
    prose: ['Sleep well this week.', 'The group meets at the bridge, 6 pm.', 'Call me before Sunday.'],
    unreadable: [
      'Funday: easy 8 km',
      'Tuseday: tempo 6 km',
      'Tuesday: yasso 800s x 8',
      'Monday: easy 8 km, 12 km',
    ],
  },
  'zh-TW': {
    days: ['星期一', '週二', '星期三', '週五', '星期日'],
    sessions: [
      '輕鬆跑 8 公里，配速 6:30',
      '輕鬆跑 8.5 公里 + 6 × 10 秒坡道衝刺',
      '間歇跑 10 公里 – 8 × 400 公尺，間休 200 公尺慢跑',
      '節奏跑 10 公里（暖身 2 公里，閾值 6 公里，收操 2 公里）',
      '漸速跑 9 公里，每 3 公里加快',
      '長跑 15 公里，心率 145 以下，記得帶水',
    ],
    prose: ['這週要睡飽。', '團練在河濱公園集合。'],
    unreadable: ['週八：輕鬆跑 8 公里', '週二：輕鬆跑 8 公里，12 公里', '週二：間歇 6 × 3'],
  },
  ja: {
    days: ['月曜日', '火曜', '水曜日', '金曜', '日曜日'],
    sessions: [
      'ジョグ 8km キロ6分30秒',
      'イージーラン 8.5km + 坂ダッシュ 10秒×6本',
      'インターバル走 10km – 400m×8本、つなぎ200mジョグ',
      'テンポ走 10km（アップ2km、閾値6km、ダウン2km）',
      'ビルドアップ 9km、3kmごとにペースアップ',
      'ロング走 15km、心拍145以下、水を忘れずに',
    ],
    prose: ['今週はよく眠ること。', '集合は河川敷です。'],
    unreadable: ['光曜日：ジョグ 8km', '火曜：ジョグ 8km、12km', '火曜：インターバル 6 × 3'],
  },
};

type Edit = {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly what: number;
  readonly day: number;
};
const KINDS = [
  'distance',
  'replace',
  'move',
  'delete',
  'twice',
  'add',
  'prose',
  'below',
  'before',
  'unreadable',
] as const;

const isSession = (line: string) => /^- .*\[\d+\.\d+-\w{4}\]$/.test(line);

function edited(text: string, edit: Edit, language: Language): { text: string; written: readonly string[] } {
  const { days, sessions, prose, unreadable } = TYPED[language];
  const lines = text.split('\n');
  const places = lines.flatMap((line, index) => (isSession(line) ? [index] : []));
  const at = places[edit.at % places.length] ?? 0;
  const line = lines[at] ?? '';
  const [, head = '', content = '', mark = ''] =
    /^(- \*\*.*?\*\* \([\d-]+\)[：:] ?)(.*?)( \[\S+\])$/.exec(line) ?? [];
  const pick = <T>(all: readonly T[]): T => all[edit.what % all.length] as T;
  const day = days[edit.day % days.length] ?? '';
  const put = (...changed: string[]) => ({
    text: lines.toSpliced(at, 1, ...changed).join('\n'),
    written: changed.filter((one) => one !== line && one.trim() !== ''),
  });
  switch (edit.kind) {
    case 'distance':
      return put(`${head}${content.replace(/\d+(?:\.\d)?/, String(3 + (edit.what % 20)))}${mark}`);
    case 'replace':
      return put(`${head}${pick(sessions)}${edit.day % 2 === 0 ? mark : ''}`);
    case 'move':
      return put(`- **${day}**: ${content}${mark}`);
    case 'delete':
      return { ...put(), written: [] };
    case 'twice':
      return put(line, `- **${day}**: ${content}${mark}`);
    case 'add':
      return put(line, `- **${day}**: ${pick(sessions)}`);
    case 'prose':
      return put('', pick(prose), '', line);
    case 'below':
      return put(line, `  ${pick(prose)}`);
    case 'before':
      return { text: `${pick(prose)}\n${text}`, written: [pick(prose)] };
    case 'unreadable':
      return put(line, pick(unreadable));
  }
}

/** All notes of a plan and its draft. */
function said(plan: PlanContent, notes: string): string {
  const workouts = plan.workouts.flatMap(({ notes = '' }) => [notes]);
  return [notes, ...workouts, ...Object.values(plan.weekly_info).map((week) => week.notes ?? '')].join('\n');
}

type Outcome =
  | { readonly plan: PlanContent; readonly notes: string }
  | { readonly faults: readonly PlanFault[] };

function outcomeOf(text: string, brief: PlanBrief): Outcome {
  const { weeks, notes, faults } = readDraft(text, brief);
  if (weeks === undefined) return { faults };
  try {
    return { plan: buildPlan({ ...brief, draft: { weeks, notes, text } }, countedIds()), notes };
  } catch (error) {
    if (error instanceof PlanRefused) return { faults: error.faults };
    throw error;
  }
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(60),
  what: fc.nat(60),
  day: fc.nat(60),
});

const OWN = new Map(
  LANGUAGES.map((language) => {
    const brief = planBrief({
      language,
      weeks: 6,
      goal: { event: 'general', race_date: null, target_time_s: null },
    });
    const plan = buildPlan(brief, countedIds());
    return [language, { brief, plan, text: writeDraft(plan, brief) }] as const;
  }),
);

test('each edit of a coach is honoured, kept as a note or refused by its line, in all languages', async (t) => {
  const count = { made: 0, refused: 0 };
  await checkProperty(t, chosenRuns(400), {
    any: fc.record({ language: fc.constantFrom(...LANGUAGES), edit: anyEdit }),
    story: ({ language, edit }) =>
      `${language} ${JSON.stringify(edit)} ${JSON.stringify(edited(OWN.get(language)?.text ?? '', edit, language).written)}`,
    check: async ({ language, edit }) => {
      const { brief, plan: own, text: before } = OWN.get(language) ?? assert.fail();
      const { text, written } = edited(before, edit, language);
      const outcome = outcomeOf(text, brief);
      if ('faults' in outcome) {
        count.refused += 1;
        for (const { code, values } of outcome.faults) {
          assert.equal(code, 'draft_line');
          const line = text.split('\n')[Number(values.line) - 1] ?? '';
          assert.ok(
            line !== '' &&
              (written.includes(line) ||
                edit.kind === 'twice' ||
                edit.kind === 'add' ||
                edit.kind === 'move'),
            line,
          );
        }
        return;
      }
      assert.notEqual(edit.kind, 'unreadable', text);
      count.made += 1;
      const words = said(outcome.plan, outcome.notes);
      for (const line of written) {
        if (edit.kind === 'prose' || edit.kind === 'below' || edit.kind === 'before')
          assert.ok(words.includes(line.trim()), `${line} vanished`);
      }
      const untouched = (workout: PlannedWorkout) =>
        outcome.plan.workouts.some(
          ({ segments, title }) =>
            title === workout.title && JSON.stringify(segments) === JSON.stringify(workout.segments),
        );
      const changed = own.workouts.filter((workout) => !untouched(workout)).length;
      assert.ok(
        changed <= (edit.kind === 'distance' || edit.kind === 'replace' || edit.kind === 'delete' ? 1 : 0),
        `${changed}`,
      );
    },
  });
  const runs = count.made + count.refused;
  assert.ok(count.made > 0.375 * runs && count.refused > 0.125 * runs, JSON.stringify(count));
});

test('every session that a coach types comes back with its metres, its target and its words', () => {
  for (const language of LANGUAGES) {
    const { brief, text } = OWN.get(language) ?? assert.fail();
    for (const [index, session] of TYPED[language].sessions.entries()) {
      const { text: changed } = edited(text, { kind: 'replace', at: 4, what: index, day: 1 }, language);
      const outcome = outcomeOf(changed, brief);
      assert.ok('plan' in outcome, `${session}: ${JSON.stringify(outcome)}`);
      const workout = outcome.plan.workouts[4];
      const metres = /(\d+(?:\.\d+)?) ?(?:km|公里)/.exec(session)?.[1];
      // Sprints are added to the length of the easy run.
      if (metres !== undefined && !/10 ?(?:s |秒)/.test(session))
        assert.equal(workout?.distance_m, Number(metres) * 1_000, session);
      const shown = JSON.stringify(workout?.segments);
      if (/6:30|6分30秒/.test(session)) assert.match(shown, /"pace","min":390,"max":390/);
      if (/145/.test(session)) assert.match(shown, /"heart_rate","min":null,"max":145/);
      if (/RPE 3/.test(session)) assert.match(shown, /"effort","min":3,"max":3/);
      if (/ice|帶水|忘れ/.test(session)) assert.match(workout?.notes ?? '', /ice|帶水|忘れ/);
      if (/10 ?s hill|10 秒坡|坂ダッシュ/.test(session)) assert.match(shown, /"times":6.*"duration_s":10/);
    }
  }
});

test('a session whose mark stands in another week is the very session there', () => {
  const { brief, plan, text } = OWN.get('en') ?? assert.fail();
  const line = /^- \*\*Tuesday\*\* \(2027-01-05\).*$/m.exec(text)?.[0] ?? '';
  const moved = text
    .replace(`${line}\n`, '')
    .replace(
      /^(## Week 2.*\n\n_.*_\n\n)/m,
      (head) => `${head}${line.replace('Tuesday', 'Monday').replace(/ \(.*?\)/, '')}\n`,
    );
  const outcome = outcomeOf(moved, brief);
  assert.ok('plan' in outcome, JSON.stringify(outcome));
  const there = outcome.plan.workouts.find(({ date }) => date === '2027-01-11');
  assert.deepEqual([there?.title, there?.segments], [plan.workouts[0]?.title, plan.workouts[0]?.segments]);
  assert.ok(!outcome.plan.workouts.some(({ date }) => date === '2027-01-05'));
});

test('a text that is not ours is filled where it has no sessions, and its words are notes', () => {
  const { brief } = OWN.get('en') ?? assert.fail();
  const two = { ...brief, weeks: 2 };
  const outcome = outcomeOf(
    'For the winter group.\n\n## Week 1\nEasy does it.\n\n## Week 2: Base\n- Tuesday: easy 6 km\n',
    two,
  );
  assert.ok('plan' in outcome);
  assert.equal(outcome.notes, 'For the winter group.');
  assert.equal(outcome.plan.weekly_info['1']?.notes, 'Easy does it.');
  assert.ok((outcome.plan.weekly_info['1']?.workout_count ?? 0) >= 3);
  assert.deepEqual(
    outcome.plan.workouts.filter(({ week_number }) => week_number === 2).map(({ distance_m }) => distance_m),
    [6_000],
  );
});

test('control characters, signs that nobody sees and writing from right to left neither vanish nor disguise a line', () => {
  const { brief } = OWN.get('en') ?? assert.fail();
  const one = { ...brief, weeks: 1 };
  const read = (line: string) => outcomeOf(`## Week 1\n- Tuesday: easy 6 km\n${line}\n`, one);
  for (const line of ['ריצה קלה עם חברים', 'Mind\u0007 the\u200b gap', '\u202eabc\u202c def']) {
    const outcome = read(line);
    assert.ok('plan' in outcome, line);
    const words = said(outcome.plan, outcome.notes);
    assert.match(words, /ריצה קלה עם חברים|Mind the gap|abc def/);
    assert.doesNotMatch(words.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  }
  const many = outcomeOf('## Week 1\n'.repeat(10_000), one);
  assert.ok('faults' in many);
  const long = outcomeOf(`## Week 1\n- Tuesday: easy 6 km\n${'word '.repeat(1_000)}\n`, one);
  assert.ok('faults' in long);
  assert.deepEqual(
    long.faults.map(({ values }) => [values.line, values.reason]),
    [[3, 'notes_too_long']],
  );
});
