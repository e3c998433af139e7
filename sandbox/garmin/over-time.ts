/** A map from seconds after the start to values. */
export function overTime(duration_s: number, every_s: number, value: () => number): Record<string, number> {
  const values: Record<string, number> = {};
  for (let offset_s = every_s; offset_s <= duration_s; offset_s += every_s) {
    values[String(offset_s)] = value();
  }
  return values;
}
