import { type ApolloCache, isReference, type Reference } from '@apollo/client';
import { useLazyQuery } from '@apollo/client/react';
import type { SubmitEvent } from 'react';
import { explainError } from './explain.ts';
import { type FragmentType, readFragment } from './gql/fragment-masking.ts';
import {
  AddCommentDocument,
  CommentFragmentDoc,
  CommentPageFragmentDoc,
  CommentsFragmentDoc,
  MergeRequestPageDocument,
  MoreCommentsDocument,
} from './gql/graphql.ts';
import { Avatar, Button, Problem, present, Section, Time } from './parts.tsx';
import { useAction } from './useAction.ts';

interface CachedComments {
  readonly totalCount: number | null;
  readonly edges: readonly { readonly __typename: 'NoteEdge'; readonly node: Reference }[];
}

/** Puts a new comment before those that are shown. */
function addToList(cache: ApolloCache, mergeRequestId: string, commentId: string): void {
  const node = { __ref: cache.identify({ __typename: 'Note', id: commentId }) ?? '' };
  cache.modify<{ notes: CachedComments }>({
    id: cache.identify({ __typename: 'MergeRequest', id: mergeRequestId }) ?? '',
    fields: {
      notes: (list) =>
        isReference(list)
          ? list
          : {
              ...list,
              totalCount: list.totalCount === null ? null : list.totalCount + 1,
              edges: [{ __typename: 'NoteEdge' as const, node }, ...list.edges],
            },
    },
  });
}

function Comment({ comment }: { comment: FragmentType<typeof CommentFragmentDoc> }) {
  const { author, body, system, internal, createdAt } = readFragment(CommentFragmentDoc, comment);
  const name = author?.name ?? 'Somebody';
  if (system)
    return (
      <li className="comment quiet">
        {name} {body} <Time at={createdAt} />
      </li>
    );
  return (
    <li className="comment">
      <p className="person">
        <Avatar name={name} />
        <strong>{name}</strong>
        <Time at={createdAt} />
        {internal && <span className="badge">Internal</span>}
      </p>
      <p className="text">{body}</p>
    </li>
  );
}

function CommentForm({ id }: { id: string }) {
  const add = useAction(AddCommentDocument, (data) => data.noteCreate?.errors);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = String(new FormData(form).get('body'));
    const { data } = await add.run({
      variables: { id, body },
      update(cache, { data }) {
        const note = readFragment(CommentFragmentDoc, data?.noteCreate?.note);
        if (note) addToList(cache, id, note.id);
      },
      // A comment may consist of commands, which change other parts of the merge request.
      refetchQueries: ({ data }) => (data?.noteCreate?.quickActions ? [MergeRequestPageDocument] : []),
    });
    const { note, quickActions } = data?.noteCreate ?? {};
    if (note || quickActions) form.reset();
  };
  const done = present(add.data?.noteCreate?.quickActions?.summary);
  return (
    <form onSubmit={submit}>
      <label htmlFor="body">Your comment</label>
      <textarea id="body" name="body" rows={3} required />
      <Button type="submit" className="primary" busy={add.busy}>
        Comment
      </Button>
      {done.length > 0 && <p role="status">{done.join(' ')}</p>}
      <Problem text={add.problem} />
    </form>
  );
}

/** The form for a comment, and the comments below it, the newest first. */
export function Comments({ mergeRequest }: { mergeRequest: FragmentType<typeof CommentsFragmentDoc> }) {
  const { id, notes } = readFragment(CommentsFragmentDoc, mergeRequest);
  const page = readFragment(CommentPageFragmentDoc, notes);
  // The answer goes into the cache, which makes the list of this component longer.
  const [loadMore, { loading, error }] = useLazyQuery(MoreCommentsDocument, { fetchPolicy: 'network-only' });
  return (
    <Section title={`Comments${page?.totalCount == null ? '' : ` (${page.totalCount})`}`}>
      <CommentForm id={id} />
      <ul className="comments">
        {present(page?.edges.map(({ node }) => node)).map((comment) => (
          <Comment key={readFragment(CommentFragmentDoc, comment).id} comment={comment} />
        ))}
      </ul>
      {page?.pageInfo.hasNextPage && (
        <Button busy={loading} onClick={() => loadMore({ variables: { id, after: page.pageInfo.endCursor } })}>
          Load more comments
        </Button>
      )}
      <Problem text={explainError(error)} />
    </Section>
  );
}
