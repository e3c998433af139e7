/** What somebody may allow an app on the consent page. */
export const PERMISSIONS = [
  'ACTIVITY_EXPORT',
  'HEALTH_EXPORT',
  'HISTORICAL_DATA_EXPORT',
  'WORKOUT_IMPORT',
  'COURSE_IMPORT',
  'MCT_EXPORT',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Those that the consent page has ticked: history has to be allowed on purpose. */
export const USUAL_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (name) => name !== 'HISTORICAL_DATA_EXPORT',
);

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}

type TypeFacts = {
  readonly permission: Permission;
  /** Below `/backfill/`, and where a callback URL leads; null: there is no backfill. */
  readonly backfill: string | null;
  /** What the answer of a backfill calls it; that of activities was seen, the others are formed like it. */
  readonly portal_name: string;
};

const health = (backfill: string, portal_name: string): TypeFacts => ({
  permission: 'HEALTH_EXPORT',
  backfill,
  portal_name,
});
const activity = (backfill: string | null, portal_name: string): TypeFacts => ({
  permission: 'ACTIVITY_EXPORT',
  backfill,
  portal_name,
});

/** What is known of each type of summary, by the key that it has in a notification. */
export const SUMMARY_TYPES = {
  activities: activity('activities', 'CONNECT_ACTIVITY'),
  activityDetails: activity('activityDetails', 'CONNECT_ACTIVITY_DETAIL'),
  activityFiles: activity(null, 'CONNECT_ACTIVITY_FILE'),
  manuallyUpdatedActivities: activity(null, 'CONNECT_MANUALLY_UPDATED_ACTIVITY'),
  moveIQActivities: activity('moveiq', 'CONNECT_MOVEIQ'),
  dailies: health('dailies', 'CONNECT_DAILY'),
  epochs: health('epochs', 'CONNECT_EPOCH'),
  sleeps: health('sleeps', 'CONNECT_SLEEP'),
  bodyComps: health('bodyComps', 'CONNECT_BODY_COMP'),
  stressDetails: health('stressDetails', 'CONNECT_STRESS_DETAIL'),
  userMetrics: health('userMetrics', 'CONNECT_USER_METRICS'),
  pulseox: health('pulseOx', 'CONNECT_PULSE_OX'),
  allDayRespiration: health('respiration', 'CONNECT_RESPIRATION'),
  healthSnapshot: health('healthSnapshot', 'CONNECT_HEALTH_SNAPSHOT'),
  hrv: health('hrv', 'CONNECT_HRV'),
  bloodPressures: health('bloodPressures', 'CONNECT_BLOOD_PRESSURE'),
  skinTemp: health('skinTemp', 'CONNECT_SKIN_TEMP'),
  mct: { permission: 'MCT_EXPORT', backfill: 'mct', portal_name: 'CONNECT_MCT' },
} as const satisfies Readonly<Record<string, TypeFacts>>;

export type SummaryType = keyof typeof SUMMARY_TYPES;
/** What an app may be told of. */
export type NotificationType = SummaryType | 'deregistrations' | 'userPermissionsChange';

export const SUMMARY_TYPE_NAMES = Object.keys(SUMMARY_TYPES) as readonly SummaryType[];
export const HEALTH_TYPES = SUMMARY_TYPE_NAMES.filter(
  (type) => SUMMARY_TYPES[type].permission !== 'ACTIVITY_EXPORT',
);

/** The type that an address names, in a backfill or in a callback URL. */
export function typeOfPath(name: string): SummaryType | undefined {
  return SUMMARY_TYPE_NAMES.find((type) => pathOf(type) === name);
}

export function pathOf(type: SummaryType): string {
  return SUMMARY_TYPES[type].backfill ?? type;
}

/** A record as it stands in a notification. Its members depend on the type. */
export type Summary = Readonly<Record<string, unknown>> & { readonly summaryId: string };

/** A record that somebody's watch has handed in, made anew each time that it is sent: details are large. */
export type Upload = {
  readonly type: SummaryType;
  readonly user_id: string;
  /** The same for each telling of one record, while `summaryId` may grow another. */
  readonly record: string;
  /** When what it describes began, epoch seconds: what a backfill's period is about. */
  readonly starts_s: number;
  readonly make: () => Summary;
  /** Of `activityFiles`: what the callback URL gives. */
  readonly file?: () => Uint8Array;
};
