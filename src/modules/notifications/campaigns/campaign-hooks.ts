import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { nameInMail } from '../../../infra/mail/index.ts';
import { inEachLanguage, phrasesIn } from '../../../words/index.ts';
import type { Announcement } from '../centre/notification.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import type { CampaignHooks } from '../delivery/outgoing.ts';
import {
  findByOutgoing,
  findWritten,
  holdClub,
  lockCampaign,
  updateState,
  type WrittenCampaign,
} from './queries.ts';
import { createUnsubscribeLinks } from './unsubscribe/unsubscribe-links.ts';

export function campaignHooks(
  deps: TellDeps & { readonly secretBox: Pick<SecretBox, 'deriveKeys'>; readonly baseUrl: string },
): CampaignHooks {
  const links = createUnsubscribeLinks(deps);
  return {
    async spread(tx, { id: outgoing_id, user_ids }) {
      const written = await findWritten(tx, outgoing_id);
      if (written === null || user_ids.length === 0) return;
      await holdCentres(tx, user_ids);
      await tell(deps, tx, user_ids, inCentre(written));
    },
    async done(tx, { id: outgoing_id, now }) {
      const found = await findByOutgoing(tx, outgoing_id);
      // The organization is held first: its deletion removes these rows in an order of its own.
      if (found === null || (await holdClub(tx, found.org_id)) === null) return;
      const campaign = await lockCampaign(tx, found);
      if (campaign?.state !== 'sending') return;
      await updateState(tx, { ...campaign, state: 'sent', sent_at: now, updated_at: now });
    },
    words({ user_id, org_id, org_name, language }) {
      const say = phrasesIn(language);
      const stop = say('notifications.campaignMail.stop');
      const link = links.linkFor({ user_id, org_id });
      return {
        mail: {
          parts: [
            { note: say('notifications.campaignMail.why', { club: nameInMail(org_name) }) },
            { note: stop, url: link },
          ],
          // RFC 2369 and RFC 8058: the button that mail programs show beside the sender.
          headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        },
        chat: `${stop} ${link}`,
      };
    },
  };
}

/** The centre keeps the whole text: a push is cut short, and a missed push is gone. */
function inCentre(written: WrittenCampaign): Announcement {
  const { id, org_id, org_name, title, body } = written;
  const said = { title, message: body };
  return {
    category: 'team',
    type: 'campaign',
    subject: id,
    // The author has written one text only, in a language that is not known.
    texts: inEachLanguage(() => said),
    data: { campaign_id: id, org_id, org_name },
  };
}
