/** Fields whose reads depend on responses in a way that no other kind of field describes. The list can only become shorter. */
import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graph/index.ts';
import { ComposedKind } from '../../src/graph/kit/fields/composed.ts';
import { getKind } from '../../src/graph/kit/fields/kind.ts';

/** Reason for each field. */
const reasons: Readonly<Record<string, string>> = {
  'Group.allIntegrations': 'reads one object for each tool and omits those that were never set up',
  'Group.userPermissions': 'is null if all of several attributes are absent',
  'GroupIntegration.settings': 'has a type that follows from the path',
  'InvitationCreatePayload.results': 'reads users only if the response names an invitee in another form',
  'InvitationResult.invitation': 'searches the list of a group or of a project',
  'InvitationResult.user': 'is read only for an invitee that the input identifies by number',
  'Job.project': 'is in the job, is the project of the path, or lacks its number',
  'LabelPromoteByNamePayload.group': 'is read after the project that the request names',
  'LabelPromotePayload.group': 'is read after the project that the request names',
  'MemberRole.permissions': 'combines attributes, which are read only if none of them is in the list',
  'MergeRequest.group': 'is in the list, or is read after the project',
  'MergeRequest.labels': 'completes names by the labels of the project if more than names is selected',
  'Note.noteable': 'has a type that follows from the path',
  'NoteCreatePayload.noteable': 'has a type that follows from the request',
  'NoteDeletePayload.noteable': 'has a type that follows from the request',
  'NoteUpdatePayload.noteable': 'has a type that follows from the request',
  'ProjectImport.fullPath': 'has another name in responses to writes',
  'ProjectImportStartFromCloudCPayload.group': 'is identified by a part of the path in the response',
  'ProjectImportStartFromHostAPayload.group': 'is identified by a part of the path in the response',
  'ProjectImportStartFromServerBPayload.group': 'is identified by a part of the path in the response',
  'ServiceAccount.email': 'is an attribute of another object for accounts of the whole instance',
  'VulnerabilityExport.rows': 'ends a download after the last requested row',
  'VulnerabilityExport.sendEmail': 'is in the detail of an export of a project only',
};

test('only the listed fields are composed', () => {
  const composed = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.entries(type.getFields()).flatMap(([name, field]) =>
        getKind(field) instanceof ComposedKind ? [`${type.name}.${name}`] : [],
      ),
    );
  expect(composed.toSorted()).toEqual(Object.keys(reasons));
});
