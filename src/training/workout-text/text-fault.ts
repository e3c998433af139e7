/** What is wrong with a line of a workout's text. Words for it are `plans/library/text-faults.ts`. */
export const TEXT_FAULTS = [
  'no_step',
  'too_many_lines',
  'control_character',
  'length_missing',
  'length_range',
  'length_unclear',
  'number_in_words',
  'beyond_limits',
  'bound_without_number',
  'pace_word_missing',
  'pace_unit_missing',
  'percentage',
  'zone_by_number',
  'power',
  'cadence',
  'ramp',
  'max_effort',
  'two_targets',
  'zone_and_numbers',
  'target_unknown',
  'option_unknown',
  'press_lap',
  'pool_length',
  'repeat_on_step',
  'repeat_empty',
  'repeat_nested',
  'repeat_times',
  'set_order',
  'sets_differ',
  'too_many_segments',
  'note_too_long',
  'text_without_step',
] as const;
export type TextFaultCode = (typeof TEXT_FAULTS)[number];

export type TextFault = {
  /** From 1. */
  readonly line: number;
  /** As it was written, without spaces around it, at most `MAX_QUOTED` characters of it. */
  readonly text: string;
  readonly code: TextFaultCode;
  /** How it could be written, where there is one way that is plainly nearest. */
  readonly nearest: string | null;
};

export const MAX_QUOTED = 100;

/** A fault of a line whose number the reader of the line does not know. */
export type LineFault = Pick<TextFault, 'code'> & { readonly nearest?: string };
