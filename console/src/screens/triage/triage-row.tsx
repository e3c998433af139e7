import { Ellipsis, MessageSquareText } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../format.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { type MenuAction, MenuButton } from '../../parts/menu-button.tsx';
import { WeekStrip } from '../../parts/week-strip.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';
import { laterTimes } from './later-times.ts';
import { Reason } from './reason.tsx';
import { stripDays } from './strip-days.ts';
import style from './triage-row.module.css';
import { useSwipe } from './use-swipe.ts';
import type { Athlete } from './use-triage.ts';
import { todayWithin, useAgo, useToday } from './when.ts';

/** Reasons that a row says; the others are counted, and stand in the evidence. */
const SAID = 2;

export type RowActs = {
  readonly onHandled: (athlete: Athlete) => void;
  readonly onLater: (athlete: Athlete, until: string) => void;
  /** What is asked more about first, in a dialog. */
  readonly onAsk: (athlete: Athlete, what: Asked) => void;
};

/** Handled with a note, this week made easier, a plan taken back. */
export const ASKED = ['note', 'ease', 'end'] as const;
export type Asked = (typeof ASKED)[number];

/** The element that has the focus of a row. */
export const rowId = (user_id: string): string => `triage-${user_id}`;

/** Somebody to look at: the name, why, since when, and their week. */
export function TriageRow(
  props: RowActs & {
    readonly athlete: Athlete;
    readonly to: string;
    readonly openPath: string;
    readonly isSelected: boolean;
    /** Whether the list is reached here by Tab: one row of it is. */
    readonly isTabStop: boolean;
    readonly onFocus: () => void;
    /** Where Enter leads from the row that is shown already. */
    readonly enterPath: string | undefined;
    readonly isPhone: boolean;
    readonly isMenuOpen: boolean;
    readonly onMenu: (open: boolean) => void;
  },
) {
  const { athlete, to, isSelected, isTabStop, isPhone, onFocus, enterPath, onHandled, onLater } = props;
  const say = useSay();
  const ago = useAgo();
  const navigate = useNavigate();
  const today = useToday();
  const { timezone } = useSession().profile.preferences;
  const { user_id, display_name, reasons, last_words, week } = athlete;
  const [first] = reasons;
  const swipe = useSwipe({
    onStart: () => onHandled(athlete),
    onEnd: () => {
      const [tomorrow] = laterTimes(timezone);
      if (tomorrow !== undefined) onLater(athlete, tomorrow.until);
    },
  });
  return (
    <li className={style.swipe} data-toward={swipe.toward}>
      <span className={style.behind} aria-hidden="true">
        {swipe.toward === 'start' ? say('triage.handled') : say('triage.later')}
      </span>
      <div className={style.row} data-selected={isSelected || undefined} {...swipe.handlers} ref={swipe.ref}>
        <Avatar name={display_name} />
        <div className={style.text}>
          <div className={style.line}>
            <h3 className={style.name}>
              <Link
                id={rowId(user_id)}
                to={to}
                dir="auto"
                aria-current={isSelected || undefined}
                tabIndex={isTabStop ? 0 : -1}
                onFocus={onFocus}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || enterPath === undefined) return;
                  event.preventDefault();
                  void navigate(enterPath);
                }}
              >
                {display_name}
              </Link>
            </h3>
            {last_words !== null && (
              <>
                <MessageSquareText size={14} strokeWidth={1.75} className="third" aria-hidden="true" />
                <span className="spoken">{say('triage.wrote')}</span>
              </>
            )}
            {first !== undefined && first.code !== 'race_near' && (
              <span className={`axis third ${style.when}`}>{ago(first.since)}</span>
            )}
          </div>
          <ul className={`second ${style.reasons}`}>
            {reasons.slice(0, SAID).map((reason, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a code may come twice, and they are not sorted here
              <li key={index}>
                <Reason reason={reason} />
              </li>
            ))}
            {reasons.length > SAID && (
              <li className="small third">{say('triage.moreReasons', { count: reasons.length - SAID })}</li>
            )}
          </ul>
        </div>
        <div className={style.strip}>
          <WeekStrip
            width={isPhone ? 76 : 112}
            days={stripDays(athlete)}
            today={todayWithin(week.week_start, today)}
          />
        </div>
        <Actions {...props} />
      </div>
    </li>
  );
}

function Actions(props: Parameters<typeof TriageRow>[0]) {
  const { athlete, openPath, isMenuOpen, onMenu, isTabStop, onHandled, onLater, onAsk } = props;
  const say = useSay();
  const navigate = useNavigate();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  const words = { tomorrow: 'triage.laterTomorrow', monday: 'triage.laterMonday' } as const;
  const ask = (what: Asked): MenuAction => ({
    ...{ id: what, label: say(`triage.ask.${what}`), act: () => onAsk(athlete, what) },
  });
  return (
    <MenuButton
      label={say('triage.actions', { name: athlete.display_name })}
      className={style.more}
      isTabStop={isTabStop}
      isOpen={isMenuOpen}
      onOpenChange={onMenu}
      sections={() => [
        {
          actions: [
            { id: 'handled', label: say('triage.handled'), act: () => onHandled(athlete) },
            ask('note'),
            ...laterTimes(timezone).map(({ id, date, until }) => ({
              ...{ id, label: say(words[id], { day: format.day(date, 'short') }) },
              act: () => onLater(athlete, until),
            })),
            ask('ease'),
            ask('end'),
            { id: 'open', label: say('triage.open'), act: () => void navigate(openPath) },
          ],
        },
      ]}
    >
      <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
    </MenuButton>
  );
}
