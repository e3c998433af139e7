import type { GarminSettings } from './settings.ts';

const MAX_LENGTH = 4_000;

/**
 * The address that a ping names, where it may be followed: on the configured API, and there only one name below its root, so
 * that nothing but summaries can be asked for. Anything else could lead into the operator's own network.
 */
export function followable(callback_url: string, { api_url }: Pick<GarminSettings, 'api_url'>): URL | null {
  if (callback_url.length > MAX_LENGTH || !URL.canParse(callback_url)) return null;
  const url = new URL(callback_url);
  const api = new URL(api_url);
  const isWithoutUser = url.username === '' && url.password === '';
  if (url.origin !== api.origin || !isWithoutUser) return null;
  const root = `${api.pathname.replace(/\/+$/, '')}/`;
  const isOneName = url.pathname.startsWith(root) && /^\w+$/.test(url.pathname.slice(root.length));
  return isOneName ? url : null;
}
