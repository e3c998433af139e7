import Type from 'typebox';
import { type Route, route } from '../../http/route.ts';
import { Message, Ok, Shape } from '../../http/schemas.ts';
import { attachmentDisposition } from '../../infra/object-store/content-disposition.ts';
import {
  idTokensNotTaken,
  loginLimit,
  proofFields,
  providerFailed,
  wrongIdToken,
  wrongPassword,
} from '../accounts/index.ts';
import { leadsAnOrganization } from '../organizations/index.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
import { exportingAlready } from './errors.ts';
import { describeFile, type ExportDeps, exportPersonalData } from './export-personal-data.ts';

const DeleteAccountBody = Type.Object(proofFields, {
  title: 'DeleteAccount',
  description: 'One of the two.',
  examples: [{ password: 'Sakura-1964' }],
});

const DeleteAccountResponse = Shape(
  { status: Ok, message: Message('Your account and all that was kept about you are deleted.') },
  { title: 'DeleteAccountResponse' },
);

export const exportPersonalDataRoute = (deps: ExportDeps): Route =>
  route({
    operation_id: 'exportPersonalData',
    method: 'GET',
    path: '/users/me/export',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Take out all that is kept about you',
    description:
      'A ZIP that is made while it is sent: profile and account, memberships, groups and plans, notifications, what audit ' +
      'logs say of you, every activity with its samples, and the recordings as they were uploaded. `README.txt` says what ' +
      'is in it, `manifest.json` how many records of which SHA-256. Its size is not known beforehand; an archive that ' +
      'breaks off is no ZIP. One at a time.',
    download: { media_type: 'application/zip', description: 'The archive.' },
    responses: {},
    errors: [exportingAlready],
    volatile: true,
    handler: async ({ actor, method }) => {
      const archive =
        method === 'HEAD'
          ? { file_name: await describeFile(deps, actor.user_id), bytes: undefined }
          : await exportPersonalData(deps, actor);
      const headers = {
        'content-type': 'application/zip',
        'content-disposition': attachmentDisposition(archive.file_name),
        'cache-control': 'no-store',
      };
      return { status: 200, stream: archive.bytes, headers };
    },
  });

export const deleteAccountRoute = (deps: DeleteAccountDeps): Route =>
  route({
    operation_id: 'deleteAccount',
    method: 'DELETE',
    path: '/users/me',
    guard: { kind: 'user' },
    tag: 'Users',
    summary: 'Delete the own account',
    description:
      'At once and for good, with everything that is kept about you: profile, activities, recordings, memberships, plans, ' +
      'notifications. Access tokens stop working. Archives that organizations exported with you in them are removed. Audit ' +
      'logs of organizations keep your id, which then says nothing more, and no name. Take your data out first. A head coach ' +
      'has the operator hand the organization over first. Wrong passwords count as those of signing in do.',
    body: DeleteAccountBody,
    responses: { 200: DeleteAccountResponse },
    errors: [wrongPassword, wrongIdToken, leadsAnOrganization, loginLimit, providerFailed, idTokensNotTaken],
    handler: async ({ actor, body, client_ip }) => {
      await deleteAccount(deps, actor, { password: body.password, id_token: body.id_token, client_ip });
      const message = 'Your account and all that was kept about you are deleted.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });
