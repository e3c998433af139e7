import { isTimeZone } from '../../../shared/time.ts';
import type { User } from '../../users/index.ts';
import type { Kind } from './kinds.ts';
import type { Channel } from './outgoing.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';

export type Reachable = {
  readonly settings: User['notification_settings'];
  readonly preferences: Pick<User['preferences'], 'language' | 'timezone' | 'coach_persona'>;
  readonly quiet_hours: QuietHours | null;
  readonly has_device: boolean;
  readonly has_verified_email: boolean;
  readonly has_chat: boolean;
  readonly has_opted_out: boolean;
};

/** Reasons why a person is left out, as they are counted. */
export type SkipReason =
  | 'not_asked_for'
  | 'opted_out'
  | 'switched_off'
  | 'email_off'
  | 'no_device'
  | 'no_verified_email'
  | 'no_chat';

export type When = { readonly at: Date } | { readonly skip: SkipReason };

export type Decision = Readonly<Record<Channel, When>> & {
  readonly language: User['preferences']['language'];
  readonly persona: User['preferences']['coach_persona'];
};

/** The only place that decides what reaches a person: by which channels, when, and in which language. */
export function decide({ kind, person, now }: { kind: Kind; person: Reachable; now: Date }): Decision {
  const { preferences } = person;
  const refused = refusalOf(kind, person);
  const lacking: Readonly<Record<Channel, SkipReason | null>> = {
    push: person.has_device ? null : 'no_device',
    email: emailLacks(person),
    chat: person.has_chat ? null : 'no_chat',
  };
  const later = kind.heeds_quiet_hours ? whenAwake(person, now) : now;
  const when = (channel: Channel, at: Date): When => {
    if (!kind.channels.includes(channel)) return { skip: 'not_asked_for' };
    const skip = refused ?? lacking[channel];
    return skip === null ? { at } : { skip };
  };
  return {
    push: when('push', later),
    email: when('email', kind.mails_wait === true ? later : now),
    chat: when('chat', later),
    language: preferences.language,
    persona: preferences.coach_persona,
  };
}

function refusalOf(kind: Kind, { has_opted_out, settings }: Reachable): SkipReason | null {
  if (kind.can_opt_out && has_opted_out) return 'opted_out';
  return kind.switches.every((name) => settings[name]) ? null : 'switched_off';
}

function emailLacks({ settings, has_verified_email }: Reachable): SkipReason | null {
  if (!settings.email_notification) return 'email_off';
  return has_verified_email ? null : 'no_verified_email';
}

function whenAwake({ quiet_hours, preferences: { timezone } }: Reachable, now: Date): Date {
  if (quiet_hours === null) return now;
  return afterQuietHours(now, quiet_hours, isTimeZone(timezone) ? timezone : 'UTC');
}
