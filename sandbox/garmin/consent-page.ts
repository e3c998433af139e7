import { escapeHtml } from '../../src/shared/escape-html.ts';
import type { App } from './accounts.ts';
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

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 28rem; padding: 0 1rem; color: #1c1c1c; }
  fieldset { border: 1px solid #ccc; border-radius: 8px; margin: 0 0 1rem; padding: 0.75rem 1rem; }
  label { display: block; padding: 0.15rem 0; }
  button { font: inherit; padding: 0.5rem 1.25rem; border-radius: 8px; border: 1px solid #1c1c1c; background: none; }
  button.accept { background: #1c1c1c; color: #fff; }
  p.aside { color: #666; font-size: 0.85rem; }
`;

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

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><h1>${title}</h1>
${content}
<p class="aside">A stand-in for Garmin Connect on this machine. Nobody here exists, and nothing leaves it.</p>
</body></html>
`;
}
