import { badRequest } from './answers.ts';

type Page = {
  /** Epoch seconds. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly page: number;
  readonly per_page: number;
};

const MOST_PER_PAGE = 200;

/** @throws Refusal for what is no number, or a page larger than the largest */
export function readPage(parameters: ReadonlyMap<string, string>): Page {
  const { page = 1, per_page = 30 } = {
    page: whole(parameters, 'page'),
    per_page: whole(parameters, 'per_page'),
  };
  if (page < 1) throw badRequest('Activity', 'page', 'invalid');
  if (per_page < 1) throw badRequest('Activity', 'per_page', 'invalid');
  if (per_page > MOST_PER_PAGE) throw badRequest('Activity', 'per_page', 'limit exceeded');
  return { before: whole(parameters, 'before'), after: whole(parameters, 'after'), page, per_page };
}

function whole(parameters: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw badRequest('Activity', name, 'invalid');
  return Number(text);
}
