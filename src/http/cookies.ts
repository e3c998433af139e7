/** The values of the wanted cookies: a name can come twice, with another path or domain. */
export function cookieValues(header: string | undefined, isWanted: (name: string) => boolean): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return isWanted(name) ? [value.join('=')] : [];
  });
}
