import { counted, refusal } from './refuse.ts';

/** More than four days at one sample a second; each becomes an object of some hundred bytes. */
export const MAX_SAMPLES = 400_000;

/** @throws AppError 400 when a recording has more samples than any device writes */
export function limitSamples(count: number): void {
  if (count <= MAX_SAMPLES) return;
  throw refusal(
    `The file holds more than ${counted(MAX_SAMPLES)} data points. Split it and upload the parts.`,
  );
}
