/** Curl commands: `portico find --curl` drops credentials at any position. */
import { describe, expect, test } from 'vitest';
import { portico } from '../run.ts';

const host = 'forge.example.com/api/v4/projects/14/labels';
const url = `https://${host}`;

describe.each([
  `-sH 'PRIVATE-TOKEN: s3cret' ${url}`,
  `-sSLH'PRIVATE-TOKEN: s3cret' ${url}`,
  `-su user:s3cret ${url}`,
  `-suuser:s3cret ${url}`,
  `-sb session=s3cret ${url}`,
  `-kfsSLb session=s3cret ${url}`,
  `-U user:s3cret -x proxy.example.com:3128 ${url}`,
  `-sU user:s3cret ${url}`,
  `--proxy-user user:s3cret ${url}`,
  `--proxy-user=user:s3cret ${url}`,
  `--proxy-header 'Proxy-Authorization: Basic s3cret' ${url}`,
  `--pass s3cret --key key.pem ${url}`,
  `--proxy-pass s3cret ${url}`,
  `--cert client.pem:s3cret ${url}`,
  `-Eclient.pem:s3cret ${url}`,
  `--tlsuser user --tlspassword s3cret ${url}`,
  `--tlspass s3cret ${url}`,
  `--proxy-tlspassword s3cret ${url}`,
  `--oauth2-bearer s3cret ${url}`,
  `--oauth2-b=s3cret ${url}`,
  `--aws-sigv4 aws:amz -u s3cret ${url}`,
  `--cookie-jar s3cret --cookie session=s3cret ${url}`,
  `--header PRIVATE-TOKEN: s3cret ${url}`,
  `--header Authorization: Basic s3cret/s3cret== ${url}`,
  `-H $'X-It\\'s: \\x41 s3cret' ${url}`,
  `--variable token=s3cret --expand-header 'PRIVATE-TOKEN: {{token}}' ${url}`,
  `--sasl-authzid s3cret --login-options s3cret --ftp-account s3cret ${url}`,
  `-A s3cret -e https://s3cret.example.com -Ks3cret ${url}`,
  `--netrc-file s3cret -n ${url}`,
  `https://user:s3cret@${host}`,
  `https://user:s3/cret@s3cret@${host}`,
  `https://s3cret@${host}`,
  `user:s3cret@${host}`,
  `user:s3/s3cret@${host}`,
  `s3cret@${host}`,
  `-X GET --url 'https://user:s3cret@${host}'`,
  `--url=user:s3cret@${host}`,
  `'${url}?private_token=s3cret'`,
  `'${url}?private%5Ftoken=s3cret&PRIVATE_TOKEN=s3cret'`,
  `'${url}?access_token=s3cret#access_token=s3cret'`,
  `-G -d private_token=s3cret ${url}`,
  `-Gsd private_token=s3cret ${url}`,
  `--url-query private_token=s3cret ${url}`,
  `${url} -H 'PRIVATE-TOKEN: s3cret' | jq --arg token s3cret .`,
  `${url}; curl -u s3cret https://example.com`,
  `${url} --next -u user:s3cret https://example.com/s3cret`,
])('curl %s', (command) => {
  test('finds the call and prints no credential', async () => {
    for (const options of [[], ['--json']]) {
      const { status, stdout, stderr } = await portico(['find', ...options, '--curl', `curl ${command}`]);
      expect(stdout + stderr).not.toMatch(/s3|cret/);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('"project": "14"');
    }
  });

  test('prints no credential if no operation matches', async () => {
    const changed = command.replaceAll('/labels', '/lables');
    const { status, stdout, stderr } = await portico(['find', '--json', '--curl', `curl ${changed}`]);
    expect(status).toBe(1);
    expect(stdout + stderr).not.toMatch(/s3|cret@/);
    expect(stderr).toMatch(
      /^portico: no operation has the method and path GET (?:forge\.example\.com)?\/api\/v4\/projects\/14\/lables; did you mean one of these\?\n {2}listLabels /,
    );
  });
});

test.each([
  ['--unknown-option', 'the curl command has the option --unknown-option, which is not supported; remove it'],
  ['--unknown-option=s3cret', 'the curl command has the option --unknown-option, which is not supported; remove it'],
  ['--pro', 'the curl command has the option --pro, which is not supported; remove it'],
  ['-s\u00e9', 'the curl command has the option -\u00e9, which is not supported; remove it'],
])('rejects the unsupported option %s', async (option, message) => {
  const result = await portico(['find', '--curl', `curl ${option} s3cret ${url}`]);
  expect(result).toEqual({ status: 1, stdout: '', stderr: `portico: ${message}\n` });
});

test.each([
  ['-X POST', 'https://forge.example.com/api/v4/import/host-a/gists', 'personal_access_token=s3cret'],
  ['', 'https://forge.example.com/api/v4/import/host-a/gists', '{"personal_access_token": "s3cret"}'],
  ['-X POST', url, 'name=a%20bug&color=red&deploy_token=s3cret'],
])('masks secrets in the body: %s %s -d %s', async (options, target, data) => {
  const { status, stdout } = await portico(['find', '--json', '--curl', `curl ${options} ${target} -d '${data}'`]);
  expect(status).toBe(0);
  expect(stdout).not.toContain('s3cret');
});

test('shows that a documented secret is part of the input', async () => {
  const command = `curl https://forge.example.com/api/v4/import/host-a/gists -d personal_access_token=s3cret`;
  const { stdout } = await portico(['find', '--json', '--curl', command]);
  expect(JSON.parse(stdout).variables).toEqual({ input: { personalAccessToken: '[redacted]' } });
});

test.each([
  `curl -sSL -o out.json -w '%{http_code}' --no-progress-meter --http1.1 ${url}`,
  `curl --compressed --globoff --max-t 5 -m5 -k ${url}`,
  `curl -0fsS# -r 0-99 ${url} && echo done`,
  `curl ${host}`,
  `curl -- ${url}`,
])('finds the call of %s', async (command) => {
  expect((await portico(['find', '--curl', command])).stdout).toContain('"project": "14"');
});

const labelsResult = { status: 0, stderr: '', stdout: expect.stringContaining('"project": "14"') };

test.each([
  [`curl -H 'PRIVATE-TOKEN: s3cret' ${url}`],
  [`  $ curl -u user:s3cret ${url}`],
  [`/usr/bin/curl -H "PRIVATE-TOKEN: s3cret" ${url}`],
])('recognizes a command without --curl: %s', async (command) => {
  const result = await portico(['find', command]);
  expect(result).toEqual(labelsResult);
  expect(result.stdout).not.toContain('s3cret');
});

test.each([['--curl', '-'], ['-']])('reads a command from standard input: find %s %s', async (...argv) => {
  const stdin = `curl -H 'PRIVATE-TOKEN: s3cret' \\\n  ${url}\n`;
  expect(await portico(['find', ...argv], { stdin })).toEqual(labelsResult);
});

test.each([
  ['--curl', 'curl', '-X', 'POST', url],
  ['curl', '-H', 'PRIVATE-TOKEN: s3cret', url],
  ['--json', '--curl', 'curl', url, '-us3cret:s3cret'],
  ['/usr/bin/curl', url, '--oauth2-bearer=s3cret'],
])('rejects a command that is not one argument: find %s %s %s', async (...argv) => {
  const { status, stdout, stderr } = await portico(['find', ...argv]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    /^portico: quote the whole curl command, so that it is one argument: portico find --curl 'curl …'; /,
  );
  expect(stderr).not.toContain('s3cret');
});

test.each([
  'wget --header "PRIVATE-TOKEN: s3cret" https://forge.example.com/api/v4/projects/14/lables',
  'TOKEN=s3cret curl https://forge.example.com/api/v4/nothing',
])('rejects a command other than curl without printing it: %s', async (command) => {
  const { status, stdout, stderr } = await portico(['find', command]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^portico: no operation has this path, which contains spaces; /);
  expect(stderr).not.toContain('s3cret');
});

test.each([
  `curl -g 'https://forge.example.com/api/v4/merge_requests?name${'[a]'.repeat(700)}=1'`,
  `curl ${url} -d 'name${'[a]'.repeat(9000)}=1'`,
  `curl ${url} --json '{"name":${'['.repeat(9000)}${']'.repeat(9000)}}'`,
  `curl ${url} --json '${'{"name":'.repeat(9000)}1${'}'.repeat(9000)}'`,
])('%# with deeply nested values is rejected in a sentence', async (command) => {
  expect(await portico(['find', '--curl', command])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'portico: the parameter "name" is nested too deeply; the limit is 8 levels\n',
  });
});

test('ignores a name of many brackets that are not closed', async () => {
  const { status, stdout } = await portico(['find', '--curl', `curl ${url} -d 'name${'['.repeat(9000)}=1'`]);
  expect([status, stdout]).toEqual([0, expect.stringContaining('is ignored: the contract does not have it.')]);
});

test.each([
  `curl -g 'https://forge.example.com/api/v4/merge_requests?not[labels][toString]=1'`,
  `curl ${url} -d 'name[toString]=1&color[valueOf]=1&color[__proto__]=1'`,
  `curl ${url} --json '{"name":{"toString":1},"color":[{"toString":{"toString":1}}]}'`,
])('%s is found', async (command) => {
  expect(await portico(['find', '--curl', command])).toMatchObject({ status: 0, stderr: '' });
});
