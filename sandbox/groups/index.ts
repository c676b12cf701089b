/** Operations on groups. */
import type { Area } from '../kit/area.ts';
import { badRequest, notFound } from '../kit/http-error.ts';
import { fileReply, list, noContent, uncheckedReply } from '../kit/reply.ts';
import { groupFor, level, visibleGroup } from '../world/access.ts';
import { groupsFor, inOrder, matches, subgroupsFor } from './list.ts';
import { fullGroup, listItem } from './present.ts';
import { managedTokens, presentToken, tokenMatches, tokensInOrder } from './tokens.ts';
import { changeAvatar, changeGroup, share, unshare } from './update.ts';

export const groups: Area = {
  signedIn: ['listGroupManagedTokens'],
  handlers: {
    listGroups: (call) => {
      const rows = groupsFor(call, call.query).filter((row) => matches(call, call.query, row));
      return list(inOrder(rows, call.query), (row) => listItem(call, row, call.query));
    },

    listSubgroups: (call) => {
      const children = subgroupsFor(call, visibleGroup(call, call.path.id), call.query);
      const rows = children.filter((row) => matches(call, call.query, row));
      return list(inOrder(rows, call.query), (row) => listItem(call, row, call.query));
    },

    getGroup: (call) => fullGroup(call, visibleGroup(call, call.path.id), call.query),

    updateGroup: (call) => {
      const row = groupFor(call, call.path.id, level.owner);
      const [avatar] = call.files;
      changeGroup(call, row, call.body);
      if (avatar) changeAvatar(row, avatar);
      return fullGroup(call, row);
    },

    shareGroup: (call) => {
      const row = groupFor(call, call.path.id, level.owner);
      share(call, row, call.body);
      return fullGroup(call, row);
    },

    unshareGroup: (call) => {
      unshare(call, groupFor(call, call.path.id, level.owner), call.path.group_id);
      return noContent();
    },

    downloadGroupAvatar: (call) => {
      const { avatar } = visibleGroup(call, call.path.id);
      if (avatar === undefined) throw notFound('Avatar');
      return fileReply(avatar.bytes, avatar.type, avatar.filename);
    },

    syncGroupWithDirectory: (call) => {
      groupFor(call, call.path.id, level.owner);
      // The documents show neither status nor body; services of this kind return the number itself.
      return uncheckedReply(202, 202);
    },

    listGroupManagedTokens: (call) => {
      const group = groupFor(call, call.path.id, level.owner);
      if (group.parentId !== null) throw badRequest('400 Bad request - Must be a top-level group');
      const now = call.store.now();
      const rows = managedTokens(call.store).where(
        (row) => row.groupId === group.id && tokenMatches(row, call.query, now),
      );
      return list(tokensInOrder(rows, call.query.sort), (row) => presentToken(row, now));
    },
  },
};
