import { obedientElements } from '../../../sandbox/model/obedient-model.ts';
import { elements, inPieces, type Step } from '../../../sandbox/model/script.ts';
import { type AdversarialCase, says } from './case.ts';

/** A good answer as far as its middle, which is within the first week's second half, and then this. */
function halfThen(...last: readonly Step[]) {
  return says(({ prompt }) => {
    const whole = elements(obedientElements(prompt));
    return [inPieces(whole.slice(0, Math.floor(whole.length * 0.3)), 200), ...last];
  });
}

const good = ({ prompt }: { readonly prompt: string }): string => elements(obedientElements(prompt));

/** What goes wrong on the line, or in how the list is written, whatever is in it. */
export const WIRE_CASES: readonly AdversarialCase[] = [
  { name: 'an empty stream', answer: [], made_by: 'rules' },
  { name: 'silence', answer: [{ stall: true }], made_by: 'rules', endless: true },
  { name: 'silence in the middle', answer: halfThen({ stall: true }), made_by: 'rules', endless: true },
  { name: 'a line that is cut at once', answer: [{ drop: true }], made_by: 'rules' },
  { name: 'a line that is cut in the middle', answer: halfThen({ drop: true }), made_by: 'rules' },
  { name: 'an end without a word', answer: halfThen({ end_silently: true }), made_by: 'rules' },
  { name: 'an answer that got too long', answer: halfThen({ end: 'length' }), made_by: 'rules' },
  { name: 'a filter at once', answer: [{ end: 'filtered' }], made_by: 'rules', final: true },
  { name: 'a filter in the middle', answer: halfThen({ end: 'filtered' }), made_by: 'rules', final: true },
  {
    name: 'an error in the middle',
    answer: halfThen({ error: { status: 500, message: 'Sorry' } }),
    made_by: 'rules',
  },
  {
    name: 'events that are none',
    answer: [{ raw: 'data: {"choices":[{\n\ndata: nonsense\n\n' }],
    made_by: 'rules',
  },
  { name: 'a page', answer: { status: 200, body: '<html>Welcome</html>' }, made_by: 'rules' },
  { name: 'status 400', answer: { status: 400, message: 'No such setting' }, made_by: 'rules' },
  { name: 'status 401', answer: { status: 401 }, made_by: 'rules', final: true },
  { name: 'status 404', answer: { status: 404 }, made_by: 'rules', final: true },
  {
    name: 'status 429',
    answer: { status: 429, headers: { 'retry-after-ms': '1' } },
    made_by: 'rules',
  },
  {
    name: 'status 429 for an hour',
    answer: { status: 429, headers: { 'retry-after': '3600' } },
    made_by: 'rules',
    final: true,
  },
  { name: 'status 500', answer: { status: 500 }, made_by: 'rules' },
  {
    name: 'status 503',
    answer: { status: 503, headers: { 'retry-after-ms': '1' } },
    made_by: 'rules',
  },
  {
    name: 'talk without end',
    answer: [{ say_forever: 'Running is a journey. ' }],
    made_by: 'rules',
    endless: true,
  },
  {
    name: 'a list without end',
    answer: ['{"elements":[', { say_forever: '{"week":1,"day":"monday"},' }],
    made_by: 'rules',
    endless: true,
  },
  {
    name: 'a good list without end',
    answer: says(({ prompt }) => {
      const list = elements(obedientElements(prompt)).slice('{"elements":['.length, -2);
      return ['{"elements":[', { say_forever: `${list},` }];
    }),
    made_by: 'model',
  },
  {
    name: 'one string without end',
    answer: ['{"elements":[{"title":"', { say_forever: 'aaaa' }],
    made_by: 'rules',
    endless: true,
  },
  {
    name: 'brackets without end',
    answer: ['{"elements":[', { say_forever: '[[[[' }],
    made_by: 'rules',
    endless: true,
  },
  {
    name: 'talk around the list',
    answer: says((asked) => ['Sure! Here is a [great] plan:\n', good(asked), '\nHave fun, and click here!']),
    made_by: 'model',
  },
  { name: 'a code fence', answer: says((asked) => [`\`\`\`json\n${good(asked)}\n\`\`\``]), made_by: 'model' },
  {
    name: 'a bare list',
    answer: says(({ prompt }) => [JSON.stringify(obedientElements(prompt))]),
    made_by: 'model',
  },
  {
    name: 'a list of another name',
    answer: says(({ prompt }) => [JSON.stringify({ workouts: obedientElements(prompt) })]),
    made_by: 'model',
  },
  {
    name: 'thoughts before the list',
    answer: says((asked) => ['<think>Shall I [{"week":9}]? No.</think>', good(asked)]),
    made_by: 'model',
  },
  {
    name: 'thoughts whose first mark was in the prompt',
    answer: says((asked) => ['Shall I [{"week":9, …}]? No.\n</think>\n\n', good(asked)]),
    made_by: 'model',
  },
  {
    name: 'thoughts in longer marks',
    answer: says((asked) => ['<thinking>Shall I [{week:9}]? No.</thinking>', good(asked)]),
    made_by: 'model',
  },
  {
    name: 'a comma too many',
    answer: says((asked) => [good(asked).replace(/\]\}$/, ',]}')]),
    made_by: 'model',
  },
  { name: 'a mark of byte order', answer: says((asked) => [`\ufeff${good(asked)}`]), made_by: 'model' },
  {
    name: 'pieces of ten characters',
    answer: says((asked) => [inPieces(good(asked), 10)]),
    made_by: 'model',
  },
  { name: 'a list that does not end', answer: says((asked) => [good(asked).slice(0, -2)]), made_by: 'some' },
  { name: 'an empty list', answer: [elements([])], made_by: 'rules' },
  { name: 'no list', answer: ['I am sorry, I can not help with training plans.'], made_by: 'rules' },
  { name: 'a table', answer: ['| Week | Day |\n|---|---|\n| 1 | Tuesday |'], made_by: 'rules' },
  { name: 'single quotes', answer: says((asked) => [good(asked).replaceAll('"', "'")]), made_by: 'rules' },
  {
    name: 'remarks in the list',
    answer: says((asked) => [good(asked).replaceAll('{"week"', '/* easy */{"week"')]),
    made_by: 'rules',
  },
  {
    name: 'numbers that JSON has none of',
    answer: says((asked) => [good(asked).replaceAll(/"distance_m":\d+/g, '"distance_m":NaN')]),
    made_by: 'rules',
  },
  {
    name: 'a list within a text',
    answer: says((asked) => [JSON.stringify({ elements: good(asked) })]),
    made_by: 'rules',
  },
  { name: 'the prompt again', answer: says(({ prompt }) => [prompt]), made_by: 'rules' },
  {
    name: 'an unescaped line break',
    answer: says((asked) => [good(asked).replaceAll('joy', 'j\noy')]),
    made_by: 'rules',
  },
];
