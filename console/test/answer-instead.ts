import type { Page } from 'playwright-core';

export type Asked = { readonly method: string; readonly url: URL };
/** `null` leaves it to the server, `never` lets it wait until the page is left. */
export type AnswerInstead =
  | { readonly status: number; readonly type: string; readonly body: string }
  | 'never'
  | null;

/**
 * Answers what a page asks for in the place of the server, by patterns of addresses. Playwright's own routes turn off the browser's
 * cache, and everything would be fetched and compiled again each time that the page is loaded.
 */
export async function answerInstead(
  page: Page,
  patterns: readonly string[],
  answer: (asked: Asked) => AnswerInstead,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const given = answer({ method: request.method, url: new URL(request.url) });
    if (given === 'never') return;
    const sent =
      given === null
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: given.status,
            responseHeaders: [{ name: 'content-type', value: given.type }],
            body: Buffer.from(given.body).toString('base64'),
          });
    // A page that is left meanwhile waits for no answer.
    sent.catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
}
