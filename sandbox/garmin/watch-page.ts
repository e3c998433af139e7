import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../src/shared/escape-html.ts';
import { page } from './page.ts';
import { datesBetween, type GarminPerson } from './people.ts';
import { nowS, type Platform } from './platform.ts';
import type { Watches } from './wear-watch.ts';
import { firstValue, html, Refused, readCall, redirect, sendAnswer } from './wire.ts';

type Actions = Pick<Watches, 'recordActivity' | 'syncDay'> & {
  revoke(user_id: string, client_id: string): void;
};

/** `/`: people with watches, for visitors of a demo. Garmin has no such page, so no app may call it and no fault befalls it. */
export async function answerWatchPage(
  platform: Platform,
  actions: Actions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { method, form } = await readCall(request);
    if (method !== 'POST') return sendAnswer(response, html(200, watchPage(platform)));
    const person = platform.people.get(firstValue(form, 'user_id') ?? '');
    if (person !== undefined) act(platform, actions, person, firstValue(form, 'action') ?? '');
    sendAnswer(response, redirect('/'));
  } catch (error) {
    sendAnswer(response, html(error instanceof Refused ? error.status : 500, page('This does not work', '')));
  }
}

function act(platform: Platform, actions: Actions, person: GarminPerson, action: string): void {
  const now_s = nowS(platform);
  if (action === 'run') actions.recordActivity(person.user_id);
  else if (action === 'day') {
    for (const date of datesBetween(person, now_s, now_s + 1)) {
      actions.syncDay(person.user_id, date, { until: new Date(now_s * 1_000) });
    }
  } else actions.revoke(person.user_id, action);
}

function watchPage({ people, accounts }: Platform): string {
  const button = (value: string, label: string): string =>
    `<button name="action" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`;
  const watches = [...people.values()].map(({ user_id, name }) => {
    const apps = accounts.connections.filter((one) => one.user_id === user_id);
    const ends = apps.map(({ client_id }) => button(client_id, `Let ${client_id} go`));
    return `<form method="post"><fieldset><legend>${escapeHtml(name)}</legend>
<input type="hidden" name="user_id" value="${escapeHtml(user_id)}">
<p>${apps.length === 0 ? 'No app may have anything.' : 'What is recorded is told to the apps below.'}</p>
${[button('run', 'Go for a run'), button('day', 'Read the day from the watch'), ...ends].join('\n')}
</fieldset></form>`;
  });
  return page('Watches', watches.join('\n'));
}
