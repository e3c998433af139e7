import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import type { Campaign } from './campaign-data.ts';

/** In which state a campaign is and since or until when, by the clock of the club. */
export function useStateWords(): (campaign: Campaign) => string {
  const say = useSay();
  const format = useFormat();
  return ({ state, scheduled_at, sent_at, updated_at, time_zone }) => {
    const when = (at: string): string =>
      say('campaigns.at', { day: format.date(at, time_zone), time: format.time(at, time_zone) });
    switch (state) {
      case 'draft':
        return scheduled_at === null
          ? say('campaigns.state.draft', { at: when(updated_at) })
          : say('campaigns.state.draftFor', { at: when(scheduled_at) });
      case 'scheduled':
        return say('campaigns.state.scheduled', {
          at: when(scheduled_at ?? updated_at),
          zone: time_zone.replaceAll('_', ' '),
        });
      case 'sending':
        return say('campaigns.state.sending');
      case 'sent':
        return say('campaigns.state.sent', { at: when(sent_at ?? updated_at) });
      case 'cancelled':
        return say('campaigns.state.cancelled', { at: when(updated_at) });
    }
  };
}
