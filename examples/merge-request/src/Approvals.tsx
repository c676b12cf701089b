import { type FragmentType, readFragment } from './gql/fragment-masking.ts';
import { ApprovalsFragmentDoc, ApproveDocument, WithdrawApprovalDocument } from './gql/graphql.ts';
import { Avatar, Button, Problem, present, Section, Time, wordsOf } from './parts.tsx';
import { useAction } from './useAction.ts';

function countOf(left: number, required: number): string {
  if (left === 0) return required === 0 ? 'No approval needed' : 'Approved';
  return `${left} of ${required} ${required === 1 ? 'approval' : 'approvals'} still needed`;
}

/** Approvers, the number of missing approvals, and the approval of the user. */
export function Approvals({ mergeRequest }: { mergeRequest: FragmentType<typeof ApprovalsFragmentDoc> }) {
  const { id, detailedMergeStatus, approvalState } = readFragment(ApprovalsFragmentDoc, mergeRequest);
  const approve = useAction(ApproveDocument, (data) => data.mergeRequestApprove?.errors);
  const withdraw = useAction(WithdrawApprovalDocument, (data) => data.mergeRequestUnapprove?.errors);
  if (approvalState === null)
    return (
      <Section title="Approvals">
        <p className="quiet">Approvals are not shown to you.</p>
      </Section>
    );
  const { approvalsLeft, approvalsRequired, approvedBy, userCanApprove, userHasApproved } = approvalState;
  const busy = approve.busy || withdraw.busy;
  return (
    <Section title="Approvals">
      <p role="status" className="count" data-complete={approvalsLeft === 0}>
        {countOf(approvalsLeft ?? 0, approvalsRequired ?? 0)}
      </p>
      {detailedMergeStatus !== null && (
        <p className="quiet">Merge status: {wordsOf(detailedMergeStatus).toLowerCase()}</p>
      )}
      <ul className="people">
        {present(approvedBy).map(({ user, approvedAt }) => (
          <li key={user?.id} className="person">
            <Avatar name={user?.name ?? '?'} />
            <span>{user?.name ?? 'Somebody'}</span>
            <Time at={approvedAt} />
          </li>
        ))}
      </ul>
      {userHasApproved ? (
        <Button busy={busy} onClick={() => withdraw.run({ variables: { id } })}>
          Withdraw approval
        </Button>
      ) : (
        userCanApprove && (
          <Button className="primary" busy={busy} onClick={() => approve.run({ variables: { id } })}>
            Approve
          </Button>
        )
      )}
      <Problem text={userHasApproved ? withdraw.problem : approve.problem} />
    </Section>
  );
}
