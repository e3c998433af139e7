/** What travels with an athlete to a platform's consent page and back. It is believed only when its csrf was given out. */
type State = { readonly user_id: string; readonly csrf: string };

/** Reads the base64 (either alphabet) of JSON `{user_id, csrf}`; null for anything else. */
export function readState(text: string | undefined): State | null {
  if (text === undefined || text.length > 2_000) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof value !== 'object' || value === null || !('user_id' in value) || !('csrf' in value))
      return null;
    const { user_id, csrf } = value;
    return typeof user_id === 'string' && typeof csrf === 'string' && csrf !== '' ? { user_id, csrf } : null;
  } catch {
    return null;
  }
}
