/** As a header of every request: other sites cannot send it, so the server acts on the cookie only where it is there. */
export const OF_CONSOLE = { 'X-Ekiden-Console': '1' } as const;

/** The whole address of the first page of triage, as the client of the API writes it. */
export const firstOfTriage = (origin: string, org_id: string): string =>
  `${origin}/api/v1/organizations/${org_id}/triage?state=all&limit=100`;

/** The whole address of an athlete's two weeks from a Monday on, as the client of the API writes it. Days as YYYY-MM-DD. */
export const ownWeeks = (
  origin: string,
  { from, to }: { readonly from: string; readonly to: string },
): string => `${origin}/api/v1/plans/mine?from=${from}&to=${to}`;

/** By the whole address, what was asked for before the console was there (`ask-early.ts`). */
export const earlyAnswers = new Map<string, Promise<Response>>();

/** The bodies of those answers that have come, by the same address: a screen that finds its body here is drawn with it at once. */
export const earlyBodies = new Map<string, unknown>();

/** The body of an answer that was asked for early, once; undefined where it has not come yet. @param url the whole address */
export function takeEarlyBody(url: string): unknown {
  const body = earlyBodies.get(url);
  if (body === undefined) return undefined;
  earlyBodies.delete(url);
  earlyAnswers.delete(url);
  return body;
}

/** The answer to a request that was sent early, once. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === 'GET' ? earlyAnswers.get(url) : undefined;
  earlyAnswers.delete(url);
  earlyBodies.delete(url);
  return answer;
}
