/** Who reads what comes on a phone, by the keys of people: the app is on it. */
export const PHONES: ReadonlyMap<string, 'ios' | 'android'> = new Map([
  ['fiona', 'ios'],
  ['rafael', 'android'],
  ['misaki', 'ios'],
  ['aissatou', 'android'],
  ['mateus', 'ios'],
  ['yichun', 'android'],
  ['hank', 'ios'],
]);

/** Whose phone is silent at night, where they are. */
export const QUIET_HOURS: ReadonlyMap<string, { readonly start: string; readonly end: string }> = new Map([
  ['misaki', { start: '22:00', end: '06:30' }],
]);

/** Who wants no mails. */
export const NO_MAILS: readonly string[] = ['tom'];

/** Workouts that somebody wrote down: where they are, before the last day. */
export const BY_HAND = [
  {
    key: 'noor',
    sport_type: 'strength_training',
    name: 'Physio exercises',
    description: 'Calf raises, balance, and patience.',
    duration_s: 2_400,
    days_ago: 2,
    time: '17:30',
  },
] as const;

/** What the head coach writes to the members. */
export type DemoCampaign = {
  readonly title: string;
  readonly body: string;
  /** A draft, or sent when it was written. */
  readonly draft: boolean;
  /** Before the last day, in the evening. */
  readonly days_ago: number;
  readonly time: string;
};

export const DEMO_CAMPAIGNS: readonly DemoCampaign[] = [
  {
    title: 'A new meeting point for the long run',
    body:
      'From now on we meet at the Leamington Lift Bridge, at seven as ever. The old car park is closed for repairs.\n\n' +
      'If you train elsewhere: run along the water if you can, and send us a picture.',
    draft: false,
    days_ago: 2,
    time: '18:00',
  },
  {
    title: 'Club supper: who is coming?',
    body: 'There is a table for us, and there is soup. Tell Fiona whether you come, whom you bring and what you do not eat.',
    draft: true,
    days_ago: 1,
    time: '20:15',
  },
];
