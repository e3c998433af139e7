/** Where an invitation leads: the page, until an app takes the address. */
export function joinLink(base_url: string, token: string): string {
  return `${base_url}/join?token=${encodeURIComponent(token)}`;
}
