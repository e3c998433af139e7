/** The faults of a line of a workout's text, with the words for its author. */
export const TEXT_FAULTS = {
  no_step: 'there is no step, which is a line such as "- 10m" or "- 400mtr"',
  too_many_lines: 'a workout has at most 1000 lines',
  control_character: 'there is a control character in it',
  length_missing: 'a step has a time or a distance, such as 10m or 400mtr',
  length_range: 'a length is one, not a range',
  length_unclear:
    'is it minutes or metres, hours or minutes? Lengths are 1h30m, 10m (minutes), 90s, 400mtr, 1.5km, 1mi or 200yrd',
  number_in_words:
    'a number among the words would be taken for the length: leave it out, or put it into a line above that begins with "Note:"',
  beyond_limits: 'a number in it is beyond what a runner can be asked for',
  bound_without_number:
    'the open end goes with one pace ("No faster than", "No slower than"), or with one heart rate or RPE ("At least", "At most")',
  pace_word_missing: 'a pace is followed by the word Pace',
  pace_unit_missing: 'a pace has a unit, such as /km or /mi',
  percentage:
    'a percentage is of one athlete’s settings: give a pace, beats a minute, an RPE or a zone by its name, such as Easy or Threshold',
  zone_by_number:
    'a zone by its number is one of one athlete’s settings: name it (Easy, Threshold), or give a pace, beats a minute or an RPE',
  power: 'power is no target here; of a pace or a heart rate say so (4:30/km Pace, 150bpm)',
  cadence: 'cadence is no target here',
  ramp: 'a ramp is no target here: write steps, or one range',
  max_effort: 'write RPE 10 instead of maxeffort',
  two_targets: 'a step has one target',
  zone_and_numbers:
    'the library keeps a zone without numbers, which are each athlete’s own: leave out the zone or the numbers',
  target_unknown:
    'what stands after the length is no target: targets are such as 4:30/km Pace, 140-150bpm, RPE 7 or Threshold',
  option_unknown: 'of options only intensity=warmup, active, rest, recovery and cooldown are known',
  press_lap: 'a step ends by time or by distance, not by the lap button',
  pool_length: 'pools are not known',
  repeat_on_step: 'a repeat is a line of its own, such as 4x, with its steps directly below',
  repeat_empty: 'the steps of a repeat stand directly below it, without an empty line',
  repeat_nested: 'repeats of repeats are written out, under Set 1/3, Set 2/3 and so on',
  repeat_times: 'a repeat is done 1 to 100 times',
  set_order: 'sets are numbered from the first to the last, such as Set 1/3, Set 2/3, Set 3/3',
  sets_differ: 'sets of this heading are alike: give others another heading',
  too_many_segments: 'there are more than 100 steps and repeats side by side',
  note_too_long: 'the words for one step have at most 2000 characters',
  text_without_step: 'no step follows that these words could be kept with: put them above one',
} as const;
export type TextFaultCode = keyof typeof TEXT_FAULTS;

export type TextFault = {
  /** From 1. */
  readonly line: number;
  /** The line as it was written, without spaces around it, cut to `MAX_QUOTED` characters. */
  readonly text: string;
  readonly code: TextFaultCode;
  readonly nearest: string | null;
};

export const MAX_QUOTED = 100;

export type LineFault = Pick<TextFault, 'code'> & { readonly nearest?: string };

export function textFaultWords({ line, text, code, nearest }: TextFault): string {
  const instead = nearest === null ? '' : ` (maybe ${nearest})`;
  return `line ${line}, "${text}": ${TEXT_FAULTS[code]}${instead}`;
}
