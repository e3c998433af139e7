import { earlyAnswers, earlyBodies, firstOfTriage, OF_CONSOLE, ownWeeks } from './early-answers.ts';

/** After this, what nobody has taken is not new any more. */
const NEW_MS = 10_000;

/**
 * Asks who is signed in, and for what the first screen of a coach or an athlete shows. The page has this file as a script of its own,
 * which runs while the console is still fetched and compiled; what asks for the same then finds the answer.
 */
function askEarly(): void {
  for (const path of ['users/me', 'users/me/memberships?limit=100']) ask(`${location.origin}/api/v1/${path}`);
  const org_id = /^\/console\/o\/([\da-f-]+)\/triage(?:\/|$)/.exec(location.pathname)?.[1];
  if (org_id !== undefined && location.search === '') {
    const url = firstOfTriage(location.origin, org_id);
    ask(url);
    readEarly(url).catch(() => undefined);
  }
  if (/^\/console\/today\/?$/.test(location.pathname)) ask(ownWeeks(location.origin, weeksHere()));
  setTimeout(() => {
    earlyAnswers.clear();
    earlyBodies.clear();
  }, NEW_MS);
}

/** This week and the next where the browser is, which is nearly always where the athlete's profile says that they are. */
function weeksHere(): { readonly from: string; readonly to: string } {
  const now = new Date();
  const sinceMonday = (now.getDay() + 6) % 7;
  // In UTC, where no day is an hour shorter.
  const dayAfterMonday = (days: number): string =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - sinceMonday + days))
      .toISOString()
      .slice(0, 10);
  return { from: dayAfterMonday(0), to: dayAfterMonday(13) };
}

function ask(url: string): void {
  const asked = fetch(url, { credentials: 'same-origin', headers: OF_CONSOLE });
  // Whoever takes it hears of its failure, and perhaps nobody does.
  asked.catch(() => undefined);
  earlyAnswers.set(url, asked);
}

async function readEarly(url: string): Promise<void> {
  const answer = await earlyAnswers.get(url);
  if (answer?.ok !== true || answer.bodyUsed) return;
  const body: unknown = await answer.clone().json();
  // Somebody may have taken it while it was read.
  if (earlyAnswers.has(url)) earlyBodies.set(url, body);
}

askEarly();
