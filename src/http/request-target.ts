/**
 * A request target as a path with its query: proxies may send the absolute form (`GET http://host/path`), which every
 * server must take (RFC 9112 §3.2.2).
 */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}

/** The path of a URL as the router reads it: without query and fragment, percent-decoded where that is possible. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
