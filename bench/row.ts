/** One measured value. Where there is a bar, `holds` says whether it was reached; null for what is only printed. */
export type Row = {
  readonly name: string;
  /** Null where it could not be measured. */
  readonly value: number | null;
  readonly unit: string;
  /** Such as `>= 0.65`. */
  readonly bar: string | null;
  /** Null for what has no bar, and for what was not measured. */
  readonly holds: boolean | null;
  /** Whether others kept the machine busy: then a bar that was not reached says nothing. */
  readonly contended?: boolean;
  /** What was measured against what, or why it was not. */
  readonly detail: string;
};

export type Bar = { readonly is: '>=' | '<='; readonly value: number };

export function measuredRow(measured: {
  name: string;
  value: number;
  unit: string;
  bar?: Bar;
  detail: string;
}): Row {
  const { name, unit, bar, detail } = measured;
  const value = rounded(measured.value);
  if (bar === undefined) return { name, value, unit, bar: null, holds: null, detail };
  // What is shown is what is compared.
  const holds = bar.is === '>=' ? value >= bar.value : value <= bar.value;
  return { name, value, unit, bar: `${bar.is} ${bar.value}`, holds, detail };
}

export function skippedRow(name: string, reason: string): Row {
  return { name, value: null, unit: '', bar: null, holds: null, detail: `skipped: ${reason}` };
}

/** A benchmark that broke: whatever its bar is, it was not reached. */
export function failedRow(name: string, error: unknown): Row {
  const message = error instanceof Error ? error.message : String(error);
  return { name, value: null, unit: '', bar: null, holds: false, detail: `failed: ${message}` };
}

/** One line of JSON, its members always the same and in the same order. */
export function toJsonLine({ name, value, unit, bar, holds, contended = false, detail }: Row): string {
  return JSON.stringify({ name, value, unit, bar, holds, contended, detail });
}

/** Whether a row tells of a fall: what was measured on a busy machine does not. */
export const isFall = ({ holds, value, contended = false }: Row): boolean =>
  holds === false && (value === null || !contended);

/** For people: the value and its verdict, then the detail. */
export function toText(row: Row): string {
  const value = row.value === null ? 'not measured' : `${row.value} ${row.unit}`;
  const missed = row.contended === true && row.value !== null ? 'not reached, contended' : 'DOES NOT HOLD';
  const verdict = row.holds === null ? '' : row.holds ? 'holds' : missed;
  return `${row.name.padEnd(30)} ${value.padEnd(22)} ${(row.bar ?? '').padEnd(10)} ${verdict}\n    ${row.detail}`;
}

/** Three significant digits, or whole numbers where there are more. */
function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** The middle value; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('There is no median of nothing.');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
