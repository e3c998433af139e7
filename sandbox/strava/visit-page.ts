import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../src/shared/escape-html.ts';
import { addActivity, changeActivity, revokeByAthlete } from './act-as-athlete.ts';
import { Refusal } from './answers.ts';
import type { StravaAthlete } from './athlete.ts';
import { PAGE_STYLE } from './authorize-page.ts';
import type { Platform } from './platform.ts';
import { readRequest } from './read-request.ts';

/** `/`: what athletes do in the platform's own app, for visitors of a demo. No app may call it, and no fault befalls it. */
export async function answerVisit(
  platform: Platform,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { method, parameters } = await readRequest(incoming);
    if (method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(visitPage(platform));
      return;
    }
    const id = Number(parameters.get('athlete_id'));
    const athlete = platform.world.athletes().find((one) => one.id === id);
    if (athlete !== undefined) act(platform, athlete, parameters.get('action') ?? '');
    response.writeHead(303, { location: '/' }).end();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    response.writeHead(error.answer.status, { 'content-type': 'text/plain' }).end(error.message);
  }
}

function act(platform: Platform, athlete: StravaAthlete, action: string): void {
  if (action === 'run') {
    // A number that follows from the time is another one also after the stand-in has started anew and forgotten this run.
    addActivity(platform, athlete.id, { name: 'Run', id: Math.floor(platform.now().getTime() / 100) });
  } else if (action === 'hide') {
    const newest = newestOf(platform, athlete);
    if (newest !== undefined) changeActivity(platform, newest.id, { visibility: 'only_me' });
  } else if (action === 'revoke') revokeByAthlete(platform, athlete.id);
}

function newestOf({ world }: Platform, athlete: StravaAthlete) {
  return world
    .activitiesOf(athlete.id)
    .reduce<ReturnType<typeof world.activitiesOf>[number] | undefined>(
      (newest, one) => (newest === undefined || one.start > newest.start ? one : newest),
      undefined,
    );
}

function visitPage(platform: Platform): string {
  const app = escapeHtml(platform.settings.app_name);
  const button = (action: string, label: string): string =>
    `<button name="action" value="${action}">${label}</button>`;
  const athletes = platform.world.athletes().map((athlete) => {
    const { id, firstname, lastname } = athlete;
    const granted = platform.grants.of(id);
    const newest = newestOf(platform, athlete);
    const newest_is =
      newest === undefined
        ? ''
        : `<p>Newest activity: ${escapeHtml(newest.name)}, ${newest.start.toISOString().slice(0, 10)}${newest.visibility === 'only_me' ? ', visible only to you' : ''}.</p>`;
    return `<form method="post"><fieldset><legend>${escapeHtml(`${firstname} ${lastname}`)}</legend>
<input type="hidden" name="athlete_id" value="${id}">
<p>${granted === undefined ? 'No app may read anything.' : `${app} may: ${[...granted.scopes].join(', ')}.`}</p>
${newest_is}
${button('run', 'Go for a run')}
${newest === undefined || newest.visibility === 'only_me' ? '' : button('hide', 'Show the newest to nobody else')}
${granted === undefined ? '' : button('revoke', `Let ${app} go`)}
</fieldset></form>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Athletes</title><style>${PAGE_STYLE}</style></head><body>
<h1>Athletes</h1>
${athletes.join('\n')}
<p class="note">A stand-in for Strava on this machine. Nobody here exists, and nothing leaves it.</p>
</body></html>
`;
}
