import { escapeHtml } from '../../src/shared/escape-html.ts';
import type { StravaAthlete } from './athlete.ts';
import type { Scope } from './keep-grants.ts';

const MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'See your public profile (always)',
  read_all: 'See your private routes, segments and events',
  'profile:read_all': 'See your complete profile and your zones',
  'profile:write': 'Change your weight and your starred segments',
  'activity:read': 'See your activities, but none that only you can see',
  'activity:read_all': 'See all your activities, those that only you can see included',
  'activity:write': 'Upload and change activities',
};

export const PAGE_STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#222}
fieldset{border:1px solid #bbb;border-radius:.5rem;margin:1rem 0}label{display:block;padding:.2rem 0}
button{font:inherit;padding:.6rem 1.2rem;border-radius:.4rem;border:1px solid #888;margin:0 .6rem .4rem 0}
button[value=accept]{background:#b33c00;border-color:#b33c00;color:#fff}.note{color:#555;font-size:.9rem}`;

/** Where somebody says who they are and what the app may do. */
export function authorizePage(input: {
  request: string;
  app_name: string;
  scopes: readonly Scope[];
  athletes: readonly StravaAthlete[];
  signed_in: number | undefined;
}): string {
  const { request, app_name, scopes, athletes, signed_in } = input;
  const chosen = athletes.find(({ id }) => id === signed_in) ?? athletes[0];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Authorize ${escapeHtml(app_name)}</title><style>${PAGE_STYLE}</style></head><body>
<h1>${escapeHtml(app_name)} asks for access to your Strava account</h1>
<p class="note">This is a stand-in on your own machine. Nobody at Strava is asked, and everybody here is invented.</p>
<form method="post" action="/oauth/authorize">
<input type="hidden" name="request" value="${escapeHtml(request)}">
<fieldset><legend>Who are you?</legend>
${athletes.map((athlete) => personChoice(athlete, athlete === chosen)).join('\n')}
</fieldset>
<fieldset><legend>${escapeHtml(app_name)} may</legend>
${scopes.map(scopeBox).join('\n')}
</fieldset>
<button name="decision" value="accept">Authorize</button>
<button name="decision" value="deny">Cancel</button>
</form></body></html>
`;
}

function personChoice({ id, firstname, lastname, city }: StravaAthlete, chosen: boolean): string {
  const name = escapeHtml(`${firstname} ${lastname}, ${city}`);
  return `<label><input type="radio" name="athlete_id" value="${id}"${chosen ? ' checked' : ''}> ${name}</label>`;
}

/** All are ticked at first; the public profile cannot be unticked. */
function scopeBox(scope: Scope): string {
  const fixed = scope === 'read' ? ' disabled' : '';
  return `<label><input type="checkbox" name="scope" value="${scope}" checked${fixed}> ${MEANINGS[scope]}</label>`;
}
