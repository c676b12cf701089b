/** Handwritten server on Grafast and grafserv: one batched plan step for each REST read. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { PersistedPlugin } from '@grafserv/persisted';
import {
  constant,
  context,
  each,
  type FieldArgs,
  get,
  lambda,
  list,
  loadOne,
  makeGrafastSchema,
  type Step,
} from 'grafast';
import { grafserv } from 'grafserv/node';
import { pageDocument } from '../workloads.ts';
import {
  idOf,
  labelPath,
  labelsNamed,
  mergeRequestPath,
  pagesOf,
  pipelinesPath,
  type Reads,
  typeDefs,
} from './hand/schema.ts';
import { readsFor, single } from './hand/upstream.ts';
import { listen } from './listen.ts';

declare global {
  namespace Grafast {
    interface Context {
      readonly reads: Reads;
    }
  }
}

/** Reads each path of a batch. */
const read = ($path: Step<string>) =>
  loadOne($path, {
    shared: () => context().get('reads'),
    load: (paths: readonly string[], { shared }: { shared: Reads }) =>
      Promise.all(paths.map((path) => shared.get(path))),
  });

const readPages = ($path: Step<string>, $first: Step<number>) =>
  loadOne(list([$path, $first]), {
    shared: () => context().get('reads'),
    load: (windows: readonly (readonly [string, number])[], { shared }: { shared: Reads }) =>
      Promise.all(
        windows.map(async ([path, first]) =>
          (await Promise.all(pagesOf(path, first).map((page) => shared.get(page)))).flat(),
        ),
      ),
  });

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const restName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the plans of the scalar fields of a type. */
function attributesOf(type: string): Record<string, ($item: Step) => Step> {
  const [, fields = ''] = new RegExp(`type ${type} \\{([^}]*)\\}`).exec(typeDefs) ?? [];
  const names = [...fields.matchAll(/(\w+): \[?(?:String|Int|Boolean)(?!!\))/g)].map(([, name = '']) => camel(name));
  return Object.fromEntries(names.map((name) => [name, ($item: Step) => get($item, restName(name))]));
}

const numbered = (args: FieldArgs, place: string) =>
  read(lambda(args.getRaw('id'), (id: unknown) => `/${place}/${id}`));
const nodes = { plans: { nodes: ($list: Step) => $list } };

const schema = makeGrafastSchema({
  typeDefs,
  objects: {
    Query: {
      plans: {
        group: (_: Step, args: FieldArgs) => numbered(args, 'groups'),
        project: (_: Step, args: FieldArgs) => numbered(args, 'projects'),
        allRunners: (_: Step, args: FieldArgs) =>
          each(readPages(constant('/runners/all'), args.getRaw('first')), ($runner) =>
            read(lambda($runner, (runner: unknown) => `/runners/${idOf(runner)}`)),
          ),
        _entities: (_: Step, args: FieldArgs) =>
          each(args.getRaw('representations'), ($representation) => read(lambda($representation, labelPath))),
      },
    },
    Group: {
      plans: {
        ...attributesOf('Group'),
        mergeRequests: ($group: Step, args: FieldArgs) =>
          readPages(
            lambda($group, (group: unknown) => `/groups/${idOf(group)}/merge_requests`),
            args.getRaw('first'),
          ),
      },
    },
    Project: {
      plans: {
        ...attributesOf('Project'),
        pipelines: ($project: Step, args: FieldArgs) =>
          readPages(
            lambda($project, (project: unknown) => `/projects/${idOf(project)}/pipelines`),
            args.getRaw('first'),
          ),
        mergeRequest: ($project: Step, args: FieldArgs) =>
          read(
            lambda(
              [$project, args.getRaw('iid')],
              ([project, iid]) => `/projects/${idOf(project)}/merge_requests/${iid}`,
            ),
          ),
      },
    },
    MergeRequest: {
      plans: {
        ...attributesOf('MergeRequest'),
        author: ($item: Step) => get($item, 'author'),
        project: ($item: Step) => read(lambda(get($item, 'project_id'), (id: unknown) => `/projects/${id}`)),
        labels: ($item: Step) => {
          const $all = read(
            lambda(get($item, 'project_id'), (id: unknown) => `/projects/${id}/labels?page=1&per_page=100`),
          );
          return lambda([get($item, 'labels'), $all], ([names, all]) => labelsNamed(names, all));
        },
        approvalState: ($item: Step) => read(lambda($item, (item: unknown) => `${mergeRequestPath(item)}/approvals`)),
        notes: ($item: Step, args: FieldArgs) =>
          readPages(
            lambda($item, (item: unknown) => `${mergeRequestPath(item)}/notes`),
            args.getRaw('first'),
          ),
        pipelines: ($item: Step, args: FieldArgs) => readPages(lambda($item, pipelinesPath), args.getRaw('first')),
      },
    },
    User: {
      plans: {
        ...attributesOf('User'),
        bio: ($user: Step) => {
          const $profile: Step = read(lambda($user, (user: unknown) => `/users/${idOf(user)}`));
          return get($profile, 'bio');
        },
      },
    },
    Approval: { plans: { user: ($approval: Step) => get($approval, 'user') } },
    ApprovalState: {
      plans: { ...attributesOf('ApprovalState'), approvedBy: ($state: Step) => get($state, 'approved_by') },
    },
    Note: { plans: { ...attributesOf('Note'), author: ($note: Step) => get($note, 'author') } },
    NoteConnection: nodes,
    Label: { plans: attributesOf('Label') },
    Runner: { plans: attributesOf('Runner') },
    Pipeline: { plans: attributesOf('Pipeline') },
    MergeRequestConnection: nodes,
    PipelineConnection: nodes,
    RunnerConnection: nodes,
  },
  unions: {
    _Entity: {
      planType: ($label: Step) => ({ $__typename: constant('Label'), planForType: () => $label }),
    },
  },
});

const graphql = grafserv({
  schema,
  preset: {
    plugins: [PersistedPlugin],
    grafserv: {
      graphqlPath: '/graphql',
      graphiql: false,
      websockets: true,
      // grafserv has a manifest instead of automatic registration.
      persistedOperations: { [createHash('sha256').update(pageDocument).digest('hex')]: pageDocument },
      allowUnpersistedOperation: true,
    },
    grafast: {
      context: ({ node, ws }) => ({
        reads: readsFor(
          single(node?.req.headers['private-token'] ?? ws?.normalizedConnectionParams?.['private-token']),
        ),
      }),
    },
  },
});
const server = createServer();
await graphql.addTo(server);
await listen(server);
