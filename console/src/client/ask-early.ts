import { earlyAnswers, OF_CONSOLE } from './early-answers.ts';

/** After this, what nobody has taken is not new any more. */
const NEW_MS = 10_000;

/**
 * Asks who is signed in, and for what the first screen of a coach shows. The page has this file as a script of its own, which runs
 * while the console is still fetched and compiled; what asks for the same then finds the answer.
 */
function askEarly(): void {
  const wanted = ['users/me', 'users/me/memberships?limit=100'];
  const org_id = /^\/console\/o\/([\da-f-]+)\/triage(?:\/|$)/.exec(location.pathname)?.[1];
  if (org_id !== undefined && location.search === '')
    wanted.push(`organizations/${org_id}/triage?state=all&limit=100`);
  for (const path of wanted) {
    const asked = fetch(`/api/v1/${path}`, { credentials: 'same-origin', headers: OF_CONSOLE });
    // Whoever takes it hears of its failure, and perhaps nobody does.
    asked.catch(() => undefined);
    earlyAnswers.set(`${location.origin}/api/v1/${path}`, asked);
  }
  setTimeout(() => earlyAnswers.clear(), NEW_MS);
}

askEarly();
