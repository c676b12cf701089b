import { print } from 'graphql';
import { GroupAvatarUploadDocument, type GroupAvatarUploadMutation } from './gql/graphql.ts';

interface Result {
  readonly data?: GroupAvatarUploadMutation | null;
  readonly errors?: readonly { readonly message: string }[];
}

export async function uploadAvatar(url: string, token: string, group: string, avatar: Blob): Promise<Result> {
  const body = new FormData();
  const operations = { query: print(GroupAvatarUploadDocument), variables: { group, avatar: null } };
  body.append('operations', JSON.stringify(operations));
  body.append('map', JSON.stringify({ file: ['variables.avatar'] }));
  body.append('file', avatar);
  const response = await fetch(url, { method: 'POST', headers: { 'private-token': token }, body });
  return response.json();
}
