/** As a header of every request: other sites cannot send it, so the server acts on the cookie only where it is there. */
export const OF_CONSOLE = { 'X-Ekiden-Console': '1' } as const;

/** By the whole address, what was asked for before the console was there (`ask-early.ts`). */
export const earlyAnswers = new Map<string, Promise<Response>>();

/** The answer to a request that was sent early, once. */
export function takeEarly({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === 'GET' ? earlyAnswers.get(url) : undefined;
  earlyAnswers.delete(url);
  return answer;
}
