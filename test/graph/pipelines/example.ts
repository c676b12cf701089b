/** Pipeline of the reference documentation, and the values that the graph returns for it. */
import { everything } from '../everything.ts';

export const user = {
  id: 3_000_000_001,
  username: 'root',
  name: 'Administrator',
  state: 'active',
  avatar_url: 'https://avatars.example.com/root.png',
  web_url: 'https://forge.example.com/root',
};

export const pipeline = {
  id: 4_200_000_046,
  iid: 11,
  project_id: 2_147_483_950,
  status: 'success',
  source: 'push',
  ref: 'main',
  sha: 'a91957a858320c0e17f3a0eca7cfacbff50ea29a',
  name: 'Build pipeline',
  web_url: 'https://forge.example.com/foo/bar/-/pipelines/4200000046',
  created_at: '2016-08-11T11:28:34.085Z',
  updated_at: '2016-08-11T13:32:35.169+02:00',
  before_sha: '0000000000000000000000000000000000000000',
  tag: false,
  yaml_errors: null,
  user,
  started_at: '2016-08-11T11:29:00.000Z',
  finished_at: '2016-08-11T11:32:35.145Z',
  committed_at: '2016-08-11T11:28:00.000Z',
  duration: 34,
  queued_duration: 0.01,
  coverage: '30.0',
  detailed_status: {
    icon: 'status_success',
    text: 'passed',
    label: 'passed with warnings',
    group: 'success-with-warnings',
    tooltip: 'passed',
    has_details: true,
    details_path: '/foo/bar/-/pipelines/4200000046',
    illustration: null,
    favicon: '/assets/favicon.png',
  },
  archived: false,
};

/** Path of the pipeline in the REST service. */
export const path = '/projects/2147483950/pipelines/4200000046';
export const id = 'gid://service/Pipeline/2147483950/4200000046';
/** Selection of every attribute and of the user. */
export const pipelineFields = `${everything('Pipeline')} user { id databaseId username name state avatarUrl webUrl }`;

/** Pipeline with the names of the graph, and every field that `pipelineFields` selects. */
export const expected = {
  id,
  databaseId: 4_200_000_046,
  iid: 11,
  project: { databaseId: 2_147_483_950 },
  status: 'SUCCESS',
  source: 'push',
  ref: 'main',
  sha: 'a91957a858320c0e17f3a0eca7cfacbff50ea29a',
  name: 'Build pipeline',
  webUrl: 'https://forge.example.com/foo/bar/-/pipelines/4200000046',
  createdAt: '2016-08-11T11:28:34.085Z',
  updatedAt: '2016-08-11T13:32:35.169+02:00',
  beforeSha: '0000000000000000000000000000000000000000',
  tag: false,
  yamlErrors: null,
  user: {
    id: 'gid://service/User/3000000001',
    databaseId: 3_000_000_001,
    username: 'root',
    name: 'Administrator',
    state: 'ACTIVE',
    avatarUrl: 'https://avatars.example.com/root.png',
    webUrl: 'https://forge.example.com/root',
  },
  startedAt: '2016-08-11T11:29:00.000Z',
  finishedAt: '2016-08-11T11:32:35.145Z',
  committedAt: '2016-08-11T11:28:00.000Z',
  duration: 34,
  queuedDuration: 0.01,
  coverage: 30,
  detailedStatus: {
    icon: 'status_success',
    text: 'passed',
    label: 'passed with warnings',
    group: 'success-with-warnings',
    tooltip: 'passed',
    hasDetails: true,
    detailsPath: '/foo/bar/-/pipelines/4200000046',
    illustration: null,
    favicon: '/assets/favicon.png',
  },
  archived: false,
};
