let ahead_ms = 0;

/** Notes what the server's clock says, which may differ from this device's. */
export function noteServerTime(headers: Headers): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(at)) ahead_ms = at - Date.now();
}

/** The time by the server's clock, to the second, in epoch milliseconds. */
export const serverNow = (): number => Date.now() + ahead_ms;
