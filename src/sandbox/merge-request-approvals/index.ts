/** Approvals of merge requests, and the settings and rules of projects for them: the operations on them. */
import type { BodyOf, SchemaType } from '../../contract/index.ts';
import type { Area, Loose, View } from '../kit/area.ts';
import { iso } from '../kit/clock.ts';
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../kit/refusal.ts';
import { list, noContent } from '../kit/reply.ts';
import { visibleMergeRequest } from '../merge-requests/index.ts';
import { simpleMergeRequest } from '../merge-requests/present.ts';
import { approvalsOf, type MergeRequestRow } from '../merge-requests/rows.ts';
import { projectUrl } from '../projects.ts';
import { userSummary, userSummaryOf } from '../users.ts';
