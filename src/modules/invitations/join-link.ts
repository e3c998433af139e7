export function joinLink(base_url: string, token: string): string {
  return `${base_url}/join?token=${encodeURIComponent(token)}`;
}
