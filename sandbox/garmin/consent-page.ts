import { escapeHtml } from '../../src/shared/escape-html.ts';
import type { App } from './accounts.ts';
import { page } from './page.ts';
import type { GarminPerson } from './people.ts';
import { PERMISSIONS, type Permission, USUAL_PERMISSIONS } from './summary-types.ts';

const LABELS: Readonly<Record<Permission, string>> = {
  ACTIVITY_EXPORT: 'Activities',
  HEALTH_EXPORT: 'Daily health: steps, sleep, heart rate',
  HISTORICAL_DATA_EXPORT: 'What was recorded before today',
  WORKOUT_IMPORT: 'Put workouts into my calendar',
  COURSE_IMPORT: 'Put courses onto my watch',
  MCT_EXPORT: 'Cycle tracking',
};

/** Who is asked, for what, by whom. Every name is escaped: apps and people may be called anything. */
export function consentPage(asked: {
  app: App;
  carried: Readonly<Record<string, string>>;
  people: readonly GarminPerson[];
}): string {
  const hidden = Object.entries(asked.carried).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const people = asked.people.map(
    ({ user_id, name }, index) =>
      `<label><input type="radio" name="user_id" value="${escapeHtml(user_id)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  );
  const permissions = PERMISSIONS.map(
    (name) =>
      `<label><input type="checkbox" name="permission" value="${name}"${USUAL_PERMISSIONS.includes(name) ? ' checked' : ''}> ${LABELS[name]}</label>`,
  );
  return page(
    'Allow access?',
    `<p>The app <code>${escapeHtml(asked.app.client_id)}</code> asks for data of a watch.</p>
<form method="post">
${hidden.join('\n')}
<fieldset><legend>Sign in as</legend>${people.join('\n')}</fieldset>
<fieldset><legend>It may have</legend>${permissions.join('\n')}</fieldset>
<button class="accept" name="decision" value="accept">Allow</button>
<button name="decision" value="deny">Refuse</button>
</form>`,
  );
}

export function refusalPage(why: string): string {
  return page('This does not work', `<p>${escapeHtml(why)}</p>`);
}
