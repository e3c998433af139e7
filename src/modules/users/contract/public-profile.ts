import Type, { type Static } from 'typebox';
import { IDS, Nullable, Ok, Shape } from '../../../http/schemas.ts';
import { Bio, DisplayName, ImageUrl, Username } from './names.ts';
import { CreatedAt } from './profile.ts';

const needsProfile = <T extends typeof Bio & { description?: string }>(schema: T) =>
  Type.Optional(Nullable({ ...schema, description: `${schema.description} Needs \`share_profile_info\`.` }));

export const PublicProfile = Shape(
  {
    user_id: IDS.user_id,
    username: Username,
    display_name: {
      ...DisplayName,
      description: 'The name they go by: the user name, if they have chosen no other.',
    },
    created_at: CreatedAt,
    profile_image_url: needsProfile(ImageUrl),
    bio: needsProfile(Bio),
  },
  {
    title: 'PublicProfile',
    description: 'What everybody with an account sees. What the person does not share is absent.',
  },
);

export type PublicProfile = Static<typeof PublicProfile>;

export const PublicProfileResponse = Shape(
  { status: Ok, data: PublicProfile },
  { title: 'PublicProfileResponse' },
);
