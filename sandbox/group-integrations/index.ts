/** Integrations of groups with third-party tools. */
import type { SchemaName, SchemaType } from '../../src/contract/index.ts';
import type { Area, Loose } from '../kit/area.ts';
import { ordered } from '../kit/lists.ts';
import { list } from '../kit/reply.ts';
import { groupFor, level } from '../world/access.ts';
import { Tool, wishOf } from './tool.ts';

type Settings<Name extends SchemaName> = Loose<SchemaType<Name>>;

const taskTrackerA = new Tool<Settings<'TaskTrackerASettings'>>('task-tracker-a', 'Task tracker A');
const codeHostA = new Tool<Settings<'CodeHostASettings'>>('code-host-a', 'Code host A');
const ciServerA = new Tool<Settings<'CiServerASettings'>>('ci-server-a', 'CI server A');
const issueTrackerA = new Tool<Settings<'IssueTrackerASettings'>>('issue-tracker-a', 'Issue tracker A', {
  active: true,
  settings: {
    new_issue_url: 'https://issues.example.com/new',
    issues_url: 'https://issues.example.com/:id',
    project_url: 'https://issues.example.com',
  },
});
const ciServiceA = new Tool<Settings<'CiServiceASettings'>>('ci-service-a', 'CI service A');
const chatA = new Tool<Settings<'ChatASettings'>>('chat-a', 'Chat A', {
  active: true,
  settings: { token: 'sandbox-chat-secret', subdomain: 'meridian', room: 'Deployments' },
});
const issueTrackerB = new Tool<Settings<'IssueTrackerBSettings'>>('issue-tracker-b', 'Issue tracker B');
const wikiA = new Tool<Settings<'WikiASettings'>>('wiki-a', 'Wiki A');
const customIssueTracker = new Tool<Settings<'CustomIssueTrackerSettings'>>(
  'custom-issue-tracker',
  'Custom issue tracker',
);
const monitoringA = new Tool<Settings<'MonitoringASettings'>>('monitoring-a', 'Monitoring A');
const testGenA = new Tool<Settings<'TestGenASettings'>>('test-gen-a', 'Test generator A');
const chatB = new Tool<Settings<'ChatBSettings'>>('chat-b', 'Chat B', { active: false, settings: {} });
const ciServiceB = new Tool<Settings<'CiServiceBSettings'>>('ci-service-b', 'CI service B');
const chatC = new Tool<Settings<'ChatCSettings'>>('chat-c', 'Chat C');
const chatD = new Tool<Settings<'ChatDSettings'>>('chat-d', 'Chat D');
const chatE = new Tool<Settings<'ChatESettings'>>('chat-e', 'Chat E');
const issueTrackerC = new Tool<Settings<'IssueTrackerCSettings'>>('issue-tracker-c', 'Issue tracker C');
/** Tool that groups may have, but that cannot be configured through this interface. */
const pager = new Tool<object>('pager-z', 'Pager Z', { active: true, settings: {} });

const tools: readonly Pick<Tool<object>, 'active'>[] = [
  taskTrackerA,
  codeHostA,
  ciServerA,
  issueTrackerA,
  ciServiceA,
  chatA,
  issueTrackerB,
  wikiA,
  customIssueTracker,
  monitoringA,
  testGenA,
  chatB,
  ciServiceB,
  chatC,
  chatD,
  chatE,
  issueTrackerC,
  pager,
];

/** Default settings; for CI service A, these override all other settings. */
const verified = { enable_ssl_verification: true } as const;
const onDefaultBranch = { branches_to_be_notified: 'default' } as const;

export const groupIntegrations: Area = {
  signedIn: 'all',
  handlers: {
    listGroupIntegrations: (call) => {
      const group = groupFor(call, call.path.id, level.maintainer);
      const active = tools.flatMap((tool) => tool.active(call, group) ?? []);
      return list(
        ordered(active, ({ id }) => id),
        ({ item }) => item,
      );
    },

    setTaskTrackerAIntegration: (call) => taskTrackerA.set(call, wishOf(call.body)),
    getTaskTrackerAIntegration: (call) => taskTrackerA.read(call),
    disableTaskTrackerAIntegration: (call) => taskTrackerA.disable(call),

    setCodeHostAIntegration: (call) => codeHostA.set(call, wishOf(call.body)),
    getCodeHostAIntegration: (call) => codeHostA.read(call),
    disableCodeHostAIntegration: (call) => codeHostA.disable(call),

    setCiServerAIntegration: (call) => ciServerA.set(call, wishOf({ ...verified, ...call.body })),
    getCiServerAIntegration: (call) => ciServerA.read(call),
    disableCiServerAIntegration: (call) => ciServerA.disable(call),

    setIssueTrackerAIntegration: (call) => issueTrackerA.set(call, wishOf(call.body)),
    getIssueTrackerAIntegration: (call) => issueTrackerA.read(call),
    disableIssueTrackerAIntegration: (call) => issueTrackerA.disable(call),

    setCiServiceAIntegration: (call) => ciServiceA.set(call, wishOf({ ...call.body, ...verified })),
    getCiServiceAIntegration: (call) => ciServiceA.read(call),
    disableCiServiceAIntegration: (call) => ciServiceA.disable(call),

    setChatAIntegration: (call) => chatA.set(call, wishOf(call.body)),
    getChatAIntegration: (call) => chatA.read(call),
    disableChatAIntegration: (call) => chatA.disable(call),

    setIssueTrackerBIntegration: (call) => issueTrackerB.set(call, wishOf(call.body)),
    getIssueTrackerBIntegration: (call) => issueTrackerB.read(call),
    disableIssueTrackerBIntegration: (call) => issueTrackerB.disable(call),

    setWikiAIntegration: (call) => wikiA.set(call, wishOf(call.body)),
    getWikiAIntegration: (call) => wikiA.read(call),
    disableWikiAIntegration: (call) => wikiA.disable(call),

    setCustomIssueTrackerIntegration: (call) => customIssueTracker.set(call, wishOf(call.body)),
    getCustomIssueTrackerIntegration: (call) => customIssueTracker.read(call),
    disableCustomIssueTrackerIntegration: (call) => customIssueTracker.disable(call),

    setMonitoringAIntegration: (call) => monitoringA.set(call, wishOf(call.body)),
    getMonitoringAIntegration: (call) => monitoringA.read(call),
    disableMonitoringAIntegration: (call) => monitoringA.disable(call),

    setTestGenAIntegration: (call) => testGenA.set(call, wishOf(call.body)),
    getTestGenAIntegration: (call) => testGenA.read(call),
    disableTestGenAIntegration: (call) => testGenA.disable(call),

    setChatBIntegration: (call) => chatB.set(call, wishOf({ ...onDefaultBranch, ...call.body })),
    getChatBIntegration: (call) => chatB.read(call),
    disableChatBIntegration: (call) => chatB.disable(call),

    setCiServiceBIntegration: (call) => ciServiceB.set(call, wishOf({ ...verified, ...call.body })),
    getCiServiceBIntegration: (call) => ciServiceB.read(call),
    disableCiServiceBIntegration: (call) => ciServiceB.disable(call),

    setChatCIntegration: (call) => chatC.set(call, wishOf({ ...onDefaultBranch, ...call.body })),
    getChatCIntegration: (call) => chatC.read(call),
    disableChatCIntegration: (call) => chatC.disable(call),

    setChatDIntegration: (call) => chatD.set(call, wishOf({ ...onDefaultBranch, ...call.body })),
    getChatDIntegration: (call) => chatD.read(call),
    disableChatDIntegration: (call) => chatD.disable(call),

    setChatEIntegration: (call) => chatE.set(call, wishOf({ ...onDefaultBranch, ...call.body })),
    getChatEIntegration: (call) => chatE.read(call),
    disableChatEIntegration: (call) => chatE.disable(call),

    setIssueTrackerCIntegration: (call) => issueTrackerC.set(call, wishOf(call.body)),
    getIssueTrackerCIntegration: (call) => issueTrackerC.read(call),
    disableIssueTrackerCIntegration: (call) => issueTrackerC.disable(call),
  },
};
