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

/**
 * What is known of a type of summary: who has to allow it, where it is below `/backfill/` and where a callback URL leads (null: it has
 * no backfill), and what the answer of a backfill calls it. That of activities was seen, the others are formed like it.
 */
const exportedBy = (permission: Permission) => (backfill: string | null, portal_name: string) => ({
  permission,
  backfill,
  portal_name,
});
const activity = exportedBy('ACTIVITY_EXPORT');
const health = exportedBy('HEALTH_EXPORT');

/** By the key that a type has in a notification. */
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
  mct: exportedBy('MCT_EXPORT')('mct', 'CONNECT_MCT'),
};

export type SummaryType = keyof typeof SUMMARY_TYPES;
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
  /** The same for each report of one record, while `summaryId` may grow another. */
  readonly record: string;
  /** When what it describes began, epoch seconds: what a backfill's period is about. */
  readonly starts_s: number;
  make(): Summary;
  /** Of `activityFiles`: what the callback URL gives. */
  file?(): Uint8Array;
};
