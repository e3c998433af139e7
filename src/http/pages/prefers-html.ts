/**
 * Whether somebody reads the answer in a browser: `Accept` (RFC 9110, section 12.5.1) names HTML itself, and not JSON rather
 * than it. Wildcards, which programs send, name nothing.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const html = qualityOf('text/html', accept);
  return html > 0 && html >= qualityOf('application/json', accept);
}

function qualityOf(type: string, accept = ''): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
