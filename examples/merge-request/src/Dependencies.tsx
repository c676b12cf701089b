import { type FragmentType, readFragment } from './gql/fragment-masking.ts';
import { DependenciesFragmentDoc, DependencyFragmentDoc } from './gql/graphql.ts';
import { present, Section } from './parts.tsx';
import { StateBadge } from './Summary.tsx';

/** The address of this page for another merge request. */
function addressOf(project: string | undefined, iid: number | null): string {
  const settings = new URLSearchParams(location.search);
  settings.set('project', String(project));
  settings.set('iid', String(iid));
  return `?${settings}`;
}

function Dependency({ mergeRequest }: { mergeRequest: FragmentType<typeof DependencyFragmentDoc> | null }) {
  const dependency = readFragment(DependencyFragmentDoc, mergeRequest);
  if (dependency === null) return <li className="quiet">One that you may not see</li>;
  const { iid, project, title, state, references } = dependency;
  return (
    <li>
      <StateBadge state={state} />
      <a href={addressOf(project?.id, iid)}>{title}</a>
      <span className="quiet">{references?.full}</span>
    </li>
  );
}

/** The merge requests that must be merged before this one, and those that wait for it. */
export function Dependencies({ mergeRequest }: { mergeRequest: FragmentType<typeof DependenciesFragmentDoc> }) {
  const fragment = readFragment(DependenciesFragmentDoc, mergeRequest);
  const blockedBy = present(fragment.blockedBy?.nodes);
  const blocking = present(fragment.blocking?.nodes);
  return (
    <Section title="Dependencies">
      <h3>Blocked by</h3>
      <ul className="dependencies">
        {blockedBy.length === 0 && <li className="quiet">Nothing</li>}
        {blockedBy.map(({ id, blockingMergeRequest }) => (
          <Dependency key={id} mergeRequest={blockingMergeRequest} />
        ))}
      </ul>
      <h3>Blocks</h3>
      <ul className="dependencies">
        {blocking.length === 0 && <li className="quiet">Nothing</li>}
        {blocking.map(({ id, blockedMergeRequest }) => (
          <Dependency key={id} mergeRequest={blockedMergeRequest} />
        ))}
      </ul>
    </Section>
  );
}
