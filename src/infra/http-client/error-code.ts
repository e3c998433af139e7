/** The error code of the system or HTTP parser, which quotes nothing. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(at.code)) return at.code;
  }
  return 'the exchange broke off';
}
