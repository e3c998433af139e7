/** What kind of error it was: its code or name. Messages of databases and parsers quote people's data. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
