import type { Schemas } from '../../client/api.ts';
import type { MessageKey, Say } from '../../say.tsx';

export type Entry = Schemas['AuditLogEntry'];
export type EventType = Entry['event_type'];

/** What a sentence is made of. */
type Facts = {
  readonly say: Say;
  readonly data: Entry['data'];
  /** Who acted, and whom or what it was about, by their names. */
  readonly actor: string;
  readonly target: string;
  /** Whether somebody acted for themselves. */
  readonly isSelf: boolean;
  readonly listOf: (words: readonly string[]) => string;
  readonly dayOf: (date: string) => string;
  readonly nameOf: (user_id: string | null) => string;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const ROLES = ['member', 'admin', 'assistant_coach', 'head_coach'] as const;
const roleOf = (value: unknown): (typeof ROLES)[number] | 'other' =>
  ROLES.find((role) => role === value) ?? 'other';
const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What each kind of entry says: one sentence, from what the log keeps. */
const SENTENCES: Readonly<Record<EventType, (facts: Facts) => string>> = {
  organization_created: ({ say, actor, target }) => say('audit.organization_created', { actor, target }),
  organization_updated: sayOfOrganization,
  organization_deleted: ({ say, actor, target }) => say('audit.organization_deleted', { actor, target }),
  membership_offered: ({ say, actor, target, data }) =>
    say('audit.membership_offered', { actor, target, role: roleOf(data.role) }),
  membership_declined: ({ say, target, data }) =>
    say('audit.membership_declined', { target, role: roleOf(data.role) }),
  membership_withdrawn: ({ say, actor, target, data }) =>
    say('audit.membership_withdrawn', { actor, target, role: roleOf(data.role) }),
  member_added: ({ say, actor, target, isSelf }) =>
    isSelf ? say('audit.member_joined', { target }) : say('audit.member_added', { actor, target }),
  member_updated: ({ say, actor, target, data, listOf }) =>
    say('audit.member_updated', { actor, target, fields: fieldsOf(data.fields, say, listOf) }),
  member_removed: ({ say, actor, target, isSelf }) =>
    isSelf ? say('audit.member_left', { target }) : say('audit.member_removed', { actor, target }),
  coach_added: ({ say, actor, target, isSelf, data }) =>
    isSelf
      ? say('audit.coach_joined', { target, role: roleOf(data.role) })
      : say('audit.coach_added', { actor, target, role: roleOf(data.role) }),
  coach_removed: ({ say, actor, target, isSelf }) =>
    isSelf ? say('audit.coach_resigned', { target }) : say('audit.coach_removed', { actor, target }),
  invitation_created: ({ say, actor, data }) =>
    data.kind === 'email'
      ? say('audit.invitation_mailed', { actor })
      : say('audit.invitation_created', { actor, count: countOf(data.max_uses) }),
  invitation_revoked: ({ say, actor }) => say('audit.invitation_revoked', { actor }),
  group_created: ({ say, actor, target }) => say('audit.group_created', { actor, target }),
  group_updated: ({ say, actor, target, data, listOf }) =>
    say('audit.group_updated', { actor, target, fields: fieldsOf(data.fields, say, listOf) }),
  group_deleted: ({ say, actor, target }) => say('audit.group_deleted', { actor, target }),
  group_member_added: ({ say, actor, target, data }) =>
    say('audit.group_member_added', { actor, target, group: textOf(data.group_name) }),
  group_member_removed: ({ say, actor, target, data }) =>
    say('audit.group_member_removed', { actor, target, group: textOf(data.group_name) }),
  api_key_created: ({ say, actor, target, data }) =>
    typeof data.replaces === 'string'
      ? say('audit.api_key_replaced', { actor, target })
      : say('audit.api_key_created', { actor, target }),
  api_key_updated: ({ say, actor, target, data }) =>
    typeof data.replaced_by === 'string'
      ? say('audit.api_key_ends', { target })
      : say('audit.api_key_updated', { actor, target }),
  api_key_revoked: ({ say, actor, target }) => say('audit.api_key_revoked', { actor, target }),
  export_created: ({ say, actor, data }) =>
    typeof data.athletes === 'number'
      ? say('audit.export_created', { actor, count: data.athletes })
      : say('audit.export_created_all', { actor }),
  export_downloaded: ({ say, actor }) => say('audit.export_downloaded', { actor }),
  plan_assigned: ({ say, actor, target, data, dayOf }) =>
    say('audit.plan_assigned', {
      actor,
      target,
      plan: textOf(data.plan_title),
      day: dayOf(textOf(data.start_date)),
    }),
  workouts_changed: ({ say, actor, target, data }) =>
    say('audit.workouts_changed', { actor, target, count: countOf(data.workouts) }),
  workout_moved: ({ say, target, actor, isSelf }) =>
    isSelf ? say('audit.workout_moved_self', { target }) : say('audit.workout_moved', { actor, target }),
  campaign_sent: ({ say, actor, target }) => say('audit.campaign_sent', { actor, target }),
  campaign_changed: ({ say, actor, target }) => say('audit.campaign_changed', { actor, target }),
  campaign_cancelled: ({ say, actor, target }) => say('audit.campaign_cancelled', { actor, target }),
  push_sent: ({ say, actor }) => say('audit.push_sent', { actor }),
  session_created: ({ say, actor, target, data }) =>
    say('audit.session_created', { actor, target, count: countOf(data.sessions) }),
  session_changed: ({ say, actor, target, data }) =>
    say('audit.session_changed', { actor, target, count: countOf(data.sessions) }),
  session_deleted: ({ say, actor, target, data }) =>
    say('audit.session_deleted', { actor, target, count: countOf(data.sessions) }),
  session_answer_set: ({ say, actor, target }) => say('audit.session_answer_set', { actor, target }),
  attendance_taken: ({ say, actor, target, data }) =>
    say('audit.attendance_taken', { actor, target, count: countOf(data.ticks) }),
  post_hidden: ({ say, actor, target }) => say('audit.post_hidden', { actor, target }),
  coach_note_written: ({ say, actor, target }) => say('audit.coach_note_written', { actor, target }),
  coach_note_changed: ({ say, actor, target }) => say('audit.coach_note_changed', { actor, target }),
  coach_note_deleted: ({ say, actor, target }) => say('audit.coach_note_deleted', { actor, target }),
};
export const EVENT_TYPES = Object.keys(SENTENCES) as readonly EventType[];

/** The sentence of an entry. A kind that a newer server has is said by its name. */
export function sentenceOf(entry: Entry, facts: Facts): string {
  const sentence: ((facts: Facts) => string) | undefined = SENTENCES[entry.event_type];
  if (sentence !== undefined) return sentence(facts);
  return facts.say('audit.unknown', { actor: facts.actor, event: entry.event_type });
}

function sayOfOrganization({ say, actor, data, listOf, nameOf }: Facts): string {
  const fields = Array.isArray(data.fields) ? data.fields : [];
  if (fields.includes('tier')) return say('audit.tier_changed', { tier: textOf(data.tier) });
  if (fields.includes('suspended'))
    return data.suspended === true ? say('audit.suspended') : say('audit.unsuspended');
  if (fields.includes('head_coach_user_id')) {
    return typeof data.head_coach_user_id === 'string'
      ? say('audit.head_coach_changed', { name: nameOf(data.head_coach_user_id) })
      : say('audit.head_coach_left');
  }
  return say('audit.organization_updated', { actor, fields: fieldsOf(data.fields, say, listOf) });
}

/** Fields that have a word; each of another kind is said by its own name. */
const FIELD_WORDS: Readonly<Record<string, MessageKey & `audit.field.${string}`>> = {
  name: 'audit.field.name',
  description: 'audit.field.description',
  color: 'audit.field.color',
  settings: 'audit.field.settings',
  display_name: 'audit.field.display_name',
  member_level: 'audit.field.member_level',
  labels: 'audit.field.labels',
  status: 'audit.field.status',
  coach_id: 'audit.field.coach_id',
};

function fieldsOf(fields: unknown, say: Say, listOf: Facts['listOf']): string {
  if (!Array.isArray(fields) || fields.length === 0) return say('audit.field.nothing');
  const words = fields.map((field) => {
    const name = String(field);
    if (name.startsWith('triage_limits.')) return say('audit.field.limits');
    const word = FIELD_WORDS[name];
    return word === undefined ? name : say(word as 'audit.field.name');
  });
  return listOf([...new Set(words)]);
}
