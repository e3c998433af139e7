/** The task of `start-thread-on-line.ts`. */
export function nextNumber(number: number): number {
  return number + 1;
}
