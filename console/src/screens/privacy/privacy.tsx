import { useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../parts/button.tsx';
import { Choose } from '../../parts/choose.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { type Say, useSay } from '../../say.tsx';
import { useChangeProfile } from '../../session/change-profile.ts';
import { type Membership, useSession } from '../../session/session.tsx';
import { OwnPages } from '../../shell/own-pages.tsx';
import { Leaving } from './leaving.tsx';
import style from './privacy.module.css';
import { SeenOfYou } from './seen-of-you.tsx';
import { SwitchList } from './switch-list.tsx';
import { GROUPS, type Setting } from './switches.ts';
import { useNarrowing } from './use-narrowing.ts';
import { type Proposal, usePreview } from './use-preview.ts';
import { WhoLooked } from './who-looked.tsx';
import { Widening } from './widening.tsx';

const EVERYWHERE = '';
const SETTINGS: readonly Setting[] = GROUPS.flatMap(({ settings }) => settings);

/** What others may see of oneself, what they see then, and who has looked. */
export function Screen() {
  const say = useSay();
  const { profile, memberships } = useSession();
  const clubs = memberships.filter(({ member_status }) => member_status !== null);
  const [search, setSearch] = useSearchParams();
  const club = clubs.find(({ org_id }) => org_id === search.get('club'));
  const changes = usePrivacyChanges(club, say);
  const isPhone = useIsPhone();
  const [opening, setOpening] = useState<Setting | null>(null);
  const [turned, setTurned] = useState<Setting | null>(null);
  const [sheet, setSheet] = useState<{ readonly undo: () => Promise<void> } | null>(null);
  const { closed, narrowing } = changes;
  const org_id = club?.org_id ?? clubs[0]?.org_id;
  const proposalOf = (change: Partial<Record<Setting, boolean>>): Proposal => ({
    org_id,
    privacy: { ...profile.privacy, ...(club === undefined && change) },
    membership_privacy:
      club === undefined
        ? undefined
        : Object.fromEntries(SETTINGS.map((one) => [one, change[one] ?? closed[one] !== false])),
  });
  const isReady = club === undefined || narrowing.data !== undefined;
  const preview = usePreview(proposalOf({}), isReady);
  const turn = async (setting: Setting, isOn: boolean): Promise<void> => {
    setTurned(setting);
    const undo = changes.turn(setting, isOn);
    if (!isPhone) return;
    const taken = await undo;
    if (taken !== null) setSheet({ undo: taken });
  };
  return (
    <>
      <PageHead title={say('privacy.title')} beside={say('privacy.lead')} />
      <OwnPages />
      <div className={style.columns}>
        <div className={style.column}>
          <Scope
            clubs={clubs}
            club={club}
            choose={(id) => setSearch(id === EVERYWHERE ? {} : { club: id })}
          />
          {narrowing.isError && club !== undefined && (
            <Failure
              error={narrowing.error}
              what={say('privacy.failed')}
              retry={() => void narrowing.refetch()}
            />
          )}
          {!isReady && !narrowing.isError && <Waiting rows={10} height={46} />}
          {isReady && (
            <SwitchList
              general={profile.privacy}
              closed={club === undefined ? null : closed}
              title={titleOf(club, clubs, say)}
              turned={turned}
              onTurn={(setting, isOn) => (isOn ? setOpening(setting) : void turn(setting, false))}
            />
          )}
        </div>
        <SeenOfYou preview={preview} org_id={org_id} />
        <div className={style.column}>
          <WhoLooked />
          <Leaving clubs={clubs} />
        </div>
      </div>
      <Widening
        setting={opening}
        now={proposalOf({})}
        then={proposalOf(opening === null ? {} : { [opening]: true })}
        onOpen={() => {
          if (opening !== null) void turn(opening, true);
          setOpening(null);
        }}
        onClose={() => setOpening(null)}
      />
      <Dialog title={say('privacy.sheet')} isOpen={sheet !== null} onClose={() => setSheet(null)}>
        <SeenOfYou preview={preview} org_id={org_id} />
        <div className={style.sheetFoot}>
          <DialogButtons>
            <Button
              look="quiet"
              onPress={() => {
                void sheet?.undo();
                setSheet(null);
              }}
            >
              {say('shell.undo')}
            </Button>
            <Button look="main" onPress={() => setSheet(null)}>
              {say('privacy.sheet.done')}
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
    </>
  );
}

/** Turns a switch in general, or for one club. */
function usePrivacyChanges(club: Membership | undefined, say: Say) {
  const changeProfile = useChangeProfile();
  const { query, closed, change } = useNarrowing(club?.org_id);
  const turn = (setting: Setting, isOn: boolean): Promise<(() => Promise<void>) | null> => {
    const what = say(`privacy.switch.${setting}`);
    const said = isOn ? say('privacy.turned.on', { what }) : say('privacy.turned.off', { what });
    return club === undefined
      ? changeProfile({ privacy: { [setting]: isOn } }, said)
      : change(setting, isOn, said);
  };
  return { narrowing: query, closed, turn };
}

function titleOf(club: Membership | undefined, clubs: readonly Membership[], say: Say): string {
  const [first] = clubs;
  if (first === undefined) return say('privacy.group.coaches');
  if (club === undefined && clubs.length > 1) return say('privacy.group.clubs');
  return say('privacy.group.club', { club: (club ?? first).org_name });
}

/** Whether the switches hold everywhere or for one club alone. */
function Scope(props: {
  readonly clubs: readonly Membership[];
  readonly club: Membership | undefined;
  readonly choose: (org_id: string) => void;
}) {
  const { clubs, club, choose } = props;
  const say = useSay();
  if (clubs.length === 0) return null;
  return (
    <Choose
      label={say('privacy.scope')}
      options={[
        { value: EVERYWHERE, label: say('privacy.scope.everywhere') },
        ...clubs.map(({ org_id, org_name }) => ({
          value: org_id,
          label: say('privacy.scope.club', { club: org_name }),
        })),
      ]}
      value={club?.org_id ?? EVERYWHERE}
      onChange={choose}
    />
  );
}

const PHONE = matchMedia('(max-width: 719px)');

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      PHONE.addEventListener('change', changed);
      return () => PHONE.removeEventListener('change', changed);
    },
    () => PHONE.matches,
  );
}
