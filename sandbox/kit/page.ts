import { escapeHtml } from '../../src/shared/escape-html.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#222}
fieldset{border:1px solid #bbb;border-radius:.5rem;margin:1rem 0}label{display:block;padding:.2rem 0}
button{font:inherit;padding:.6rem 1.2rem;border-radius:.4rem;border:1px solid #888;margin:0 .6rem .4rem 0}
button[value=accept]{background:#b33c00;border-color:#b33c00;color:#fff}.note{color:#555;font-size:.9rem}`;

/** A page of a stand-in. The content is HTML already; titles, names and labels everywhere here are not, and may be anything. */
export function page(title: string, content: readonly string[], platform: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>
${content.join('\n')}
<p class="note">A stand-in for ${platform} on this machine. Nobody here exists, and nothing leaves it.</p>
</body></html>
`;
}

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

/** @param action where it goes; to its page's own address by default */
export function form(content: readonly string[], action?: string): string {
  const to = action === undefined ? '' : ` action="${action}"`;
  return `<form method="post"${to}>\n${content.join('\n')}\n</form>`;
}

export function fieldset(legend: string, content: readonly string[]): string {
  return `<fieldset><legend>${escapeHtml(legend)}</legend>\n${content.join('\n')}\n</fieldset>`;
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

export function choice(
  type: 'radio' | 'checkbox',
  name: string,
  {
    value,
    label,
    state = '',
  }: { value: string; label: string; state?: '' | ' checked' | ' checked disabled' },
): string {
  return `<label><input type="${type}" name="${name}" value="${escapeHtml(value)}"${state}> ${escapeHtml(label)}</label>`;
}

export function button(name: string, value: string, label: string): string {
  return `<button name="${name}" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`;
}
