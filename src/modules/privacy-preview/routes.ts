import { type Route, route } from '../../http/route.ts';
import { SCOPES } from '../../shared/access.ts';
import { noSuchActivity } from '../activities/index.ts';
import { noSuchOrganization } from '../organizations/index.ts';
import { PreviewBody, PreviewResponse } from './contract.ts';
import { presentPreview } from './present.ts';
import { type PreviewDeps, previewPrivacy } from './preview-privacy.ts';

export function privacyPreviewRoutes(deps: PreviewDeps): readonly Route[] {
  return [previewPrivacyRoute(deps)];
}

const previewPrivacyRoute = (deps: PreviewDeps): Route =>
  route({
    operation_id: 'previewPrivacy',
    method: 'POST',
    path: '/users/me/privacy/preview',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Your data as each audience sees them',
    description:
      'One activity, this week, your profile, a day of health, what you said of the activity and your availability of this week: as you, ' +
      'coaches, programs and archives of your organizations, a language model and everybody may see them. With `privacy` and ' +
      '`membership_privacy`, as they would with other settings. Nothing is saved. Of everybody it says what may be shown; this server shows ' +
      'them your public profile alone.',
    body: PreviewBody,
    responses: { 200: PreviewResponse },
    errors: [noSuchActivity, noSuchOrganization],
    volatile: true,
    handler: async ({ actor, body }) => {
      const preview = await previewPrivacy(deps, actor, {
        activity_id: body.activity_id ?? null,
        day: body.day ?? null,
        org_id: body.org_id ?? null,
        scopes: body.scopes ?? SCOPES,
        privacy: body.privacy ?? {},
        membership_privacy: body.membership_privacy ?? {},
      });
      return { status: 200, body: { status: 'ok' as const, data: presentPreview(preview) } };
    },
  });
