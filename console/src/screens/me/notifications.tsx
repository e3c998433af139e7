import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useNotices } from '../../notices/notices.tsx';
import columns from '../../parts/columns.module.css';
import { Field } from '../../parts/field.tsx';
import { Failure, reasonOf, Waiting } from '../../parts/states.tsx';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { useSay } from '../../say.tsx';
import { useChangeProfile } from '../../session/change-profile.ts';
import { useSession } from '../../session/session.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { ThisDevice } from './this-device.tsx';

/** Those by which something is told. Likes and followers have switches too, and nothing tells of them. */
const CATEGORIES = [
  'workout_reminder',
  'new_message',
  'new_activity_comment',
  'activity_completed_notification',
  'weekly_summary',
  'ai_coach_notification',
  'email_notification',
  'unread_mail',
] as const;

/** What one is told of, by what, and when not. */
export function Notifications() {
  const say = useSay();
  const { notification_settings } = useSession().profile;
  const change = useChangeProfile();
  return (
    <section className={columns.section}>
      <h2>{say('me.told')}</h2>
      {CATEGORIES.map((category) => (
        <SwitchRow
          key={category}
          label={say(`me.told.${category}`)}
          hint={say(`me.told.${category}.hint`)}
          isOn={notification_settings[category]}
          onChange={(isOn) => {
            const what = say(`me.told.${category}`);
            const said = isOn ? say('me.turned.on', { what }) : say('me.turned.off', { what });
            void change({ notification_settings: { [category]: isOn } }, said);
          }}
        />
      ))}
      <Delivery />
      <ThisDevice />
      <Elsewhere />
    </section>
  );
}

type Delivered = Schemas['NotificationDelivery'];
type QuietHours = NonNullable<Delivered['quiet_hours']>;
const KEY = ['notification-delivery'];
const NIGHT: QuietHours = { start: '22:00', end: '07:00' };

/** Quiet hours, and whether the clubs may write to all their members. */
function Delivery() {
  const say = useSay();
  const cache = useQueryClient();
  const { offerUndo, tellFault } = useNotices();
  const { memberships, profile } = useSession();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Delivered> =>
      (await ask(api.GET('/notifications/settings', { signal }))).data,
  });
  if (query.isPending) return <Waiting rows={2} height={46} />;
  if (query.isError)
    return <Failure error={query.error} what={say('me.quiet.failed')} retry={() => void query.refetch()} />;
  const { quiet_hours, campaign_opt_outs } = query.data;
  /** Shows it at once, and again what was before where the server refuses. */
  const save = async (after: Delivered, act: () => Promise<unknown>): Promise<void> => {
    await cache.cancelQueries({ queryKey: KEY });
    const before = cache.getQueryData<Delivered>(KEY);
    cache.setQueryData(KEY, after);
    try {
      await act();
    } catch (error) {
      cache.setQueryData(KEY, before);
      throw error;
    }
    // What is shown is kept on the device only where it was asked for.
    void cache.invalidateQueries({ queryKey: KEY });
  };
  const told = (error: unknown): void =>
    tellFault(say('shell.notSaved', { what: say('me.told'), why: reasonOf(error, say) }));
  const setQuiet = (hours: QuietHours | null): Promise<void> =>
    save({ ...query.data, quiet_hours: hours }, () =>
      ask(api.PATCH('/notifications/settings', { body: { quiet_hours: hours } })),
    );
  const changeQuiet = (hours: QuietHours | null): void => {
    setQuiet(hours).then(
      () => offerUndo({ said: say('me.quiet.changed'), undo: () => setQuiet(quiet_hours) }),
      told,
    );
  };
  const setNews = (org_id: string, org_name: string, isOn: boolean): Promise<void> => {
    const others = campaign_opt_outs.filter((one) => one.org_id !== org_id);
    const out = { org_id, org_name, opted_out_at: new Date().toISOString() };
    const params = { path: { org_id } };
    return save({ ...query.data, campaign_opt_outs: isOn ? others : [...others, out] }, () =>
      isOn
        ? ask(api.DELETE('/notifications/settings/opt-outs/{org_id}', { params }))
        : ask(api.PUT('/notifications/settings/opt-outs/{org_id}', { params })),
    );
  };
  const clubs = [
    ...memberships.filter(({ role }) => role !== null),
    ...campaign_opt_outs.filter((out) => !memberships.some(({ org_id }) => org_id === out.org_id)),
  ];
  return (
    <>
      {clubs.map(({ org_id, org_name }) => (
        <SwitchRow
          key={org_id}
          label={say('me.news', { club: org_name })}
          hint={say('me.news.hint')}
          isOn={!campaign_opt_outs.some((out) => out.org_id === org_id)}
          onChange={(isOn) => {
            const what = say('me.news', { club: org_name });
            const said = isOn ? say('me.turned.on', { what }) : say('me.turned.off', { what });
            setNews(org_id, org_name, isOn).then(
              () => offerUndo({ said, undo: () => setNews(org_id, org_name, !isOn) }),
              told,
            );
          }}
        />
      ))}
      <SwitchRow
        label={say('me.quiet')}
        hint={say('me.quiet.hint', { zone: profile.preferences.timezone.replaceAll('_', ' ') })}
        isOn={quiet_hours !== null}
        onChange={(isOn) => changeQuiet(isOn ? NIGHT : null)}
      />
      {quiet_hours !== null && (
        <Hours key={`${quiet_hours.start}-${quiet_hours.end}`} hours={quiet_hours} onChange={changeQuiet} />
      )}
    </>
  );
}

const TIME = /^\d\d:\d\d$/;

/** Saved when one leaves a field, not at every digit. */
function Hours(props: { readonly hours: QuietHours; readonly onChange: (hours: QuietHours) => void }) {
  const { hours, onChange } = props;
  const say = useSay();
  const [typed, setTyped] = useState(hours);
  const isSame = typed.start === typed.end;
  const save = (): void => {
    const isChanged = typed.start !== hours.start || typed.end !== hours.end;
    if (isChanged && !isSame && TIME.test(typed.start) && TIME.test(typed.end)) onChange(typed);
  };
  return (
    <div className={columns.buttons}>
      <Field
        label={say('me.quiet.start')}
        type="time"
        value={typed.start}
        onChange={(start) => setTyped({ ...typed, start })}
        onBlur={save}
      />
      <Field
        label={say('me.quiet.end')}
        type="time"
        value={typed.end}
        onChange={(end) => setTyped({ ...typed, end })}
        onBlur={save}
        fault={isSame ? say('me.quiet.same') : undefined}
      />
    </div>
  );
}
