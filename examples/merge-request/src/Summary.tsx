import { type FragmentType, readFragment } from './gql/fragment-masking.ts';
import { type MergeRequestState, SummaryFragmentDoc } from './gql/graphql.ts';
import { Avatar, present, Time, wordsOf } from './parts.tsx';

export function StateBadge({ state, draft }: { state: MergeRequestState | null; draft?: boolean | null }) {
  const name = state === 'OPENED' && draft ? 'DRAFT' : (state ?? 'UNKNOWN');
  return (
    <span className="badge" data-state={name}>
      {name === 'OPENED' ? 'Open' : wordsOf(name)}
    </span>
  );
}

/** Title, state, author, branches and labels. */
export function Summary({ mergeRequest }: { mergeRequest: FragmentType<typeof SummaryFragmentDoc> }) {
  const { title, state, draft, createdAt, sourceBranch, targetBranch, references, author, labels } = readFragment(
    SummaryFragmentDoc,
    mergeRequest,
  );
  const authorName = author?.name ?? 'Somebody';
  return (
    <header className="summary">
      <title>{`${title} (${references?.full})`}</title>
      <p className="reference">{references?.full}</p>
      <h1>{title}</h1>
      <p className="facts">
        <StateBadge state={state} draft={draft} />
        <span className="person">
          <Avatar name={authorName} />
          <strong>{authorName}</strong>
        </span>
        <span>
          wants to merge <code>{sourceBranch}</code> into <code>{targetBranch}</code>
        </span>
        <Time at={createdAt} />
      </p>
      <ul className="labels" aria-label="Labels">
        {present(labels).map(({ id, name, description, color, textColor }) => (
          <li
            key={id}
            title={description ?? undefined}
            style={{ backgroundColor: color ?? undefined, color: textColor ?? undefined }}
          >
            {name}
          </li>
        ))}
      </ul>
    </header>
  );
}
