import { frameOf } from '../../../sandbox/model/obedient-model.ts';
import { type AdversarialCase, says } from './case.ts';

/** A good draft with its text changed. */
function changed(change: (draft: string) => string) {
  return says(({ prompt }) => [change(frameOf(prompt))]);
}

/** Each line of a day with something behind it. */
const withWords = (words: string) =>
  changed((draft) => draft.replaceAll(/^- .*$/gm, (line) => `${line}, ${words}`));

/** Drafts that a coach can not use; and, by `model`, some that only look so. */
export const DRAFT_CASES: readonly AdversarialCase[] = [
  { name: 'the draft as it is', answer: changed((draft) => draft), made_by: 'model' },
  { name: 'words of its own', answer: withWords('with a smile'), made_by: 'model' },
  { name: 'talk before it', answer: changed((draft) => `Sure, here it is!\n\n${draft}`), made_by: 'model' },
  {
    name: 'a fence around it',
    answer: changed((draft) => `\`\`\`markdown\n${draft}\n\`\`\``),
    made_by: 'model',
  },
  {
    name: 'a fence around it, and talk behind it',
    answer: changed((draft) => `\`\`\`markdown\n${draft}\n\`\`\`\n\nTell me *anything* to change in <it>!`),
    made_by: 'model',
  },
  {
    name: 'thoughts before it whose first mark was in the prompt',
    answer: changed((draft) => `Perhaps\n## Week 1: long\n${'Hm. '.repeat(4_000)}\n</think>\n\n${draft}`),
    made_by: 'model',
  },
  {
    name: 'lines that end as on Windows',
    answer: changed((draft) => draft.replaceAll('\n', '\r\n')),
    made_by: 'model',
  },
  { name: 'nothing', answer: [], made_by: 'rules' },
  { name: 'silence', answer: [{ stall: true }], made_by: 'rules', endless: true },
  {
    name: 'a cut line',
    answer: says(({ prompt }) => [frameOf(prompt).slice(0, 200), { drop: true }]),
    made_by: 'rules',
  },
  {
    name: 'talk without end',
    answer: [{ say_forever: '## Week 1: easy\n- Tuesday: easy run, 5 km\n' }],
    made_by: 'rules',
  },
  { name: 'status 401', answer: { status: 401 }, made_by: 'rules', final: true },
  { name: 'a filter', answer: [{ end: 'filtered' }], made_by: 'rules', final: true },
  { name: 'no heading', answer: ['I suggest to run a little more each week.'], made_by: 'rules' },
  {
    name: 'a week less',
    answer: changed((draft) => draft.slice(0, draft.indexOf('## Week 2'))),
    made_by: 'rules',
  },
  {
    name: 'a week more',
    answer: changed((draft) => `${draft}\n\n## Week 3: more\n\n- **Tuesday**: Easy run, 5 km\n`),
    made_by: 'rules',
  },
  {
    name: 'a week twice',
    answer: changed((draft) => draft.replace('## Week 2', '## Week 1')),
    made_by: 'rules',
  },
  {
    name: 'weeks in German',
    answer: changed((draft) => draft.replaceAll('## Week', '## Woche')),
    made_by: 'rules',
  },
  {
    name: '300 km a week',
    answer: changed((draft) => draft.replaceAll(/\d+(?:\.\d+)? km/g, '75 km')),
    made_by: 'rules',
  },
  { name: 'a day less', answer: changed((draft) => draft.replace(/^- .*\n/m, '')), made_by: 'rules' },
  {
    name: 'a day more',
    answer: changed((draft) => draft.replace(/^- /m, '- **Monday**: Easy run, 5 km\n- ')),
    made_by: 'rules',
  },
  {
    name: 'intervals each day',
    answer: changed((draft) => draft.replaceAll(/Easy run|Long run/g, 'Intervals')),
    made_by: 'rules',
  },
  {
    name: 'sums that are none',
    answer: changed((draft) => draft.replace(/^(## Week 1: .*?)\d+(?:\.\d+)? km/m, '$199 km')),
    made_by: 'rules',
  },
  { name: 'links', answer: withWords('see https://evil.example'), made_by: 'rules' },
  { name: 'links in disguise', answer: withWords('see evil dot dev'), made_by: 'rules' },
  { name: 'HTML', answer: withWords('<img src=x onerror=alert(1)>'), made_by: 'rules' },
  { name: 'a picture', answer: withWords('![x](//evil.example/x)'), made_by: 'rules' },
  { name: 'an e-mail address', answer: withWords('ask maria@club.example'), made_by: 'rules' },
  { name: 'paces', answer: withWords('at 4:30 a kilometre'), made_by: 'rules' },
  { name: 'heart rates', answer: withWords('below 150 bpm'), made_by: 'rules' },
  { name: 'marks of direction', answer: withWords('\u202eeasy'), made_by: 'rules' },
  { name: 'Japanese', answer: withWords('ゆっくり'), made_by: 'rules' },
  { name: 'lines without end', answer: withWords('easy '.repeat(2_000)), made_by: 'rules' },
];
