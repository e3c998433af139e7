import { defineEvent } from '../../../infra/events/index.ts';

/** A connection has ended, or cannot be used until its owner connects again, and its owner did not end it here. */
export type ConnectionLost = {
  readonly occurrence_id: string;
  readonly user_id: string;
  readonly provider: string;
  readonly provider_title: string;
  /** `refused`: the platform refuses its credentials; `moved`: the same person there has connected another account here. */
  readonly reason: 'refused' | 'moved';
};

export const connectionLost = defineEvent<ConnectionLost>({
  name: 'connection_lost',
  payload: (value) => {
    const { occurrence_id, user_id, provider, provider_title, reason } = value as Partial<ConnectionLost>;
    if (typeof occurrence_id !== 'string' || typeof user_id !== 'string')
      throw new TypeError('whose connection it was is missing');
    if (typeof provider !== 'string' || typeof provider_title !== 'string')
      throw new TypeError('the platform is missing');
    if (reason !== 'refused' && reason !== 'moved') throw new TypeError('the reason is missing');
    return { occurrence_id, user_id, provider, provider_title, reason };
  },
});
