/** Quick actions: lines of a note that execute a command. */
import type { View } from '../kit/area.ts';
import { labelNamed } from '../labels/rows.ts';
import { level, signedIn } from '../world/access.ts';
import { findProject } from '../world/projects.ts';
import { hasLevelAt, type NoteTarget } from './targets.ts';

interface QuickAction {
  readonly name: string;
  readonly argument: string;
}

/** Effects of quick actions. */
export interface Outcome {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly summary: readonly string[];
}

const names = new Set(['close', 'reopen', 'title', 'label', 'unlabel', 'merge']);

/** Separates the quick actions from the other lines of a note. */
export function readQuickActions(text: string): { readonly actions: readonly QuickAction[]; readonly rest: string } {
  const actions: QuickAction[] = [];
  const rest = text.split('\n').filter((line) => {
    const [, word = '', argument = ''] = /^\/([a-z]+)(?:\s+(.*))?$/i.exec(line.trimEnd()) ?? [];
    const name = word.toLowerCase();
    if (names.has(name)) actions.push({ name, argument });
    return !names.has(name);
  });
  return { actions, rest: rest.join('\n').trim() };
}

/** Executes one action; returns `undefined` if it does not apply to the target. */
function apply(view: View, target: NoteTarget, { name, argument }: QuickAction, headSha: string | undefined) {
  const { row } = target;
  if (row === undefined || !hasLevelAt(view, target, level.reporter)) return undefined;
  const what = target.type === 'Issue' ? 'issue' : 'merge request';
  switch (name) {
    case 'close':
      if (row.state !== 'opened') return undefined;
      row.state = 'closed';
      return { changes: { state_event: 'close' }, text: `Closed this ${what}.` };
    case 'reopen':
      if (row.state !== 'closed') return undefined;
      row.state = 'opened';
      return { changes: { state_event: 'reopen' }, text: `Reopened this ${what}.` };
    case 'title':
      if (argument === '') return undefined;
      row.title = argument;
      return { changes: { title: argument }, text: `Changed the title to "${argument}".` };
    case 'label':
    case 'unlabel': {
      const isAdded = name === 'label';
      if (!isAdded && argument === '') {
        row.labels = [];
        return { changes: { label_ids: [] }, text: 'Removed all labels.' };
      }
      const title = argument.replace(/^~"?|"$/g, '');
      const project = findProject(view.store, row.projectId);
      const label = project && labelNamed(view.store, project, title);
      if (label === undefined) return undefined;
      row.labels = isAdded ? [...new Set([...row.labels, title])] : row.labels.filter((each) => each !== title);
      return isAdded
        ? { changes: { add_label_ids: [label.id] }, text: `Added ~${label.id} label.` }
        : { changes: { remove_label_ids: [label.id] }, text: `Removed ~${label.id} label.` };
    }
    case 'merge': {
      // Applies only to the commit that the caller has seen.
      if (!('sha' in row) || row.state !== 'opened' || headSha !== row.sha) return undefined;
      if (!hasLevelAt(view, target, level.maintainer)) return undefined;
      Object.assign(row, { state: 'merged', mergedAt: view.store.now(), mergeUserId: signedIn(view).id });
      return { changes: { merge: headSha }, text: 'Merged this merge request.' };
    }
    default:
      return undefined;
  }
}

/** Executes the quick actions of a note. */
export function runQuickActions(
  view: View,
  target: NoteTarget,
  actions: readonly QuickAction[],
  headSha: string | undefined,
): Outcome {
  const changes: Record<string, unknown> = {};
  const summary = actions.map((action) => {
    const done = apply(view, target, action, headSha);
    if (done === undefined) return `Could not apply ${action.name} command.`;
    Object.assign(changes, done.changes);
    return done.text;
  });
  return { changes, summary };
}
