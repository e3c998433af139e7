/** Seconds of a time as runners write it: `43:12`, `1:43:12`; null where nothing is written. */
export function readDuration(text: string): number | null | 'unread' {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, h = '0', m = '', s = ''] = /^(?:(\d{1,3}):)?(\d{1,2}):([0-5]\d)$/.exec(trimmed) ?? [];
  if (s === '' || (h !== '0' && Number(m) > 59)) return 'unread';
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}
