import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useNotices } from '../../notices/notices.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import columns from '../../parts/columns.module.css';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { reasonOf } from '../../parts/states.tsx';
import { useSay } from '../../say.tsx';
import { isCoachAccount, type Membership, SESSION, useSession } from '../../session/session.tsx';
import { NEW_ORGANIZATION } from '../../shell/role.ts';

type Offer = Schemas['MembershipOffer'];

/** The clubs one is in, what they ask one to be, and those that may not ask again. */
export function Clubs() {
  const say = useSay();
  const session = useSession();
  const { memberships } = session;
  const [asked, setAsked] = useState<Confirmation | null>(null);
  return (
    <section className={columns.section}>
      <h2>{say('me.clubs')}</h2>
      {memberships.length === 0 && <p className="second">{say('me.clubs.none')}</p>}
      {memberships.map((membership) => (
        <Club key={membership.org_id} membership={membership} askFirst={setAsked} />
      ))}
      {isCoachAccount(session) && (
        <div className={columns.row}>
          <LinkButton to={NEW_ORGANIZATION}>{say('shell.newOrganization')}</LinkButton>
        </div>
      )}
      <ConfirmDialog asked={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

function Club(props: { readonly membership: Membership; readonly askFirst: (asked: Confirmation) => void }) {
  const { membership, askFirst } = props;
  const { org_id, org_name, role, offers, block } = membership;
  const say = useSay();
  const format = useFormat();
  const cache = useQueryClient();
  const { tell, tellFault } = useNotices();
  const params = { path: { org_id } };
  const run = async (act: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await act();
      tell(done);
    } catch (error) {
      tellFault(reasonOf(error, say));
    }
    await cache.invalidateQueries({ queryKey: SESSION });
  };
  const accept = (offer: Offer): Promise<void> =>
    run(
      () =>
        ask(
          api.POST('/organizations/{org_id}/membership/accept', {
            params: { ...params, query: { role: offer.role } },
          }),
        ),
      say('me.offer.accepted', { club: org_name }),
    );
  const decline = (offer: Offer): Confirmation => ({
    title: say('me.offer.decline.title', { club: org_name }),
    text: say('me.offer.decline.text', { club: org_name }),
    verb: say('me.offer.decline'),
    act: async () => {
      const query = { role: offer.role };
      await ask(api.POST('/organizations/{org_id}/membership/decline', { params: { ...params, query } }));
      await cache.invalidateQueries({ queryKey: SESSION });
    },
  });
  return (
    <>
      {(role !== null || block !== null) && (
        <div className={columns.row}>
          <div>
            <h3>{org_name}</h3>
            {role !== null && <p className="small second">{say(`me.role.${role}`)}</p>}
            {block !== null && (
              <p className="small second">
                {say(`me.block.${block.reason}`, { at: format.moment(block.blocked_at) })}
              </p>
            )}
          </div>
          {membership.member_status !== null && (
            <LinkButton size="small" look="quiet" to={`/me/privacy?club=${org_id}`}>
              {say('me.clubs.privacy')}
            </LinkButton>
          )}
          {block !== null && (
            <Button
              size="small"
              onPress={() =>
                void run(
                  () => ask(api.DELETE('/organizations/{org_id}/membership/block', { params })),
                  say('me.block.lifted', { club: org_name }),
                )
              }
            >
              {say('me.block.lift')}
            </Button>
          )}
        </div>
      )}
      {offers.map((offer) => (
        <div key={offer.role} className={columns.row}>
          <div>
            <h3>{org_name}</h3>
            <p className="small">{say(`me.offer.${offer.role}`)}</p>
            <p className="small third">{format.moment(offer.offered_at)}</p>
          </div>
          <Button look="main" size="small" onPress={() => void accept(offer)}>
            {say('me.offer.accept')}
          </Button>
          <Button look="quiet" size="small" onPress={() => askFirst(decline(offer))}>
            {say('me.offer.decline')}
          </Button>
        </div>
      ))}
    </>
  );
}
