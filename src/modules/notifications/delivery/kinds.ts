import type { User } from '../../users/index.ts';
import type { Channel } from './outgoing.ts';

type Switch = keyof User['notification_settings'];

export type Kind = {
  readonly channels: readonly Channel[];
  readonly switches: readonly Switch[];
  readonly heeds_quiet_hours: boolean;
  /** Whether its mails wait too. Other mails do not, since a mail wakes nobody. */
  readonly mails_wait?: true;
  /** Whether a person who has opted out of an organization's messages gets none of these. */
  readonly can_opt_out: boolean;
  /** `high` wakes a sleeping phone. */
  readonly urgency: 'normal' | 'high';
  readonly ttl_s: number;
};

const DAY_S = 86_400;
const NOTICE = {
  switches: [],
  heeds_quiet_hours: true,
  can_opt_out: false,
  urgency: 'normal',
  ttl_s: DAY_S,
} as const;
const PUSH: Kind = { ...NOTICE, channels: ['push'] };

const NOTICES: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Kind>({
    athlete_joined: PUSH,
    athlete_left: PUSH,
    added_to_organization: PUSH,
    membership_offered: { ...NOTICE, channels: ['push', 'email'] },
    membership_declined: PUSH,
    data_exported: PUSH,
    api_keys_revoked: { ...NOTICE, channels: ['push', 'email'] },
    api_key_unused: PUSH,
    connection_lost: { ...NOTICE, channels: ['push', 'email'] },
    chat_moved: { ...NOTICE, channels: ['push', 'email'] },
    plan_assigned: { ...PUSH, switches: ['ai_coach_notification'] },
    weeks_changed: { ...PUSH, switches: ['ai_coach_notification'] },
    message_received: { ...PUSH, switches: ['new_message'], urgency: 'high' },
    comment_written: { ...PUSH, switches: ['new_activity_comment'] },
    messages_unread: { ...NOTICE, channels: ['email'], switches: ['unread_mail'], mails_wait: true },
    workout_reminder: { ...PUSH, switches: ['workout_reminder'], urgency: 'high', ttl_s: DAY_S / 2 },
    session_planned: PUSH,
    session_changed: { ...PUSH, urgency: 'high' },
    session_cancelled: { ...PUSH, urgency: 'high' },
    session_place: { ...PUSH, urgency: 'high' },
    session_answered: PUSH,
    session_reminder: { ...PUSH, switches: ['workout_reminder'], urgency: 'high', ttl_s: DAY_S / 2 },
    activity_summary: { ...PUSH, switches: ['activity_completed_notification', 'ai_coach_notification'] },
    weekly_summary: { ...NOTICE, channels: ['push', 'email'], switches: ['weekly_summary'] },
  }),
);

const CENTRE_ALONE: Kind = { ...NOTICE, channels: [] };

export const noticeKind = (type: string): Kind => NOTICES.get(type) ?? CENTRE_ALONE;

export const TOPIC: Kind = { ...NOTICE, channels: ['push', 'email', 'chat'], can_opt_out: true };
export const CAMPAIGN: Kind = { ...TOPIC };

export const DIRECT: Kind = { ...PUSH, heeds_quiet_hours: false, urgency: 'high' };

/** Notifications that come by themselves, not by what somebody did. The centre leaves them out too where their switch is off. */
const SILENCED = [
  'workout_reminder',
  'session_reminder',
  'activity_summary',
  'weekly_summary',
  'messages_unread',
];

/** The settings that must be on for a notification of this type to be put into a person's centre; mostly none. */
export const centreSwitches = (type: string): readonly Switch[] =>
  SILENCED.includes(type) ? noticeKind(type).switches : [];
