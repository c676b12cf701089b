/** `portico doctor`: checks the configured upstream with the configured token. Sends GET requests only. */
import { loadAreas } from '../../config/areas.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/environment-variables.ts';
import { describeUnknownSettings } from '../../config/unknown-settings.ts';
import { type Contract, type OperationId, standardContract } from '../../contract/index.ts';
import type { Area } from '../../graph/kit/area.ts';
import { getContractOf } from '../../graph/kit/schema.ts';
import { CommandFailure, getMessage } from '../../helpers/command-failure.ts';
import { Credential } from '../../rest/credential.ts';
import type { Terminal } from '../terminal.ts';
import { recordResponses } from './cassettes.ts';
import { compareResponses } from './comparison.ts';
import { createClient, isElsewhere, summarizeHeaders, tryConnection } from './connection.ts';
import { type ProbeResult, probeAreas } from './probes.ts';
import { writeProfile } from './profile.ts';
import { type Diagnosis, formatMapping, getLevel, printDiagnosis } from './report.ts';

export interface DoctorOptions {
  readonly json?: true;
  /** Folder for the recorded responses, with strings and ids replaced by placeholders. */
  readonly record?: string;
  /** File for the operations and attributes that the upstream lacks. */
  readonly profile?: string;
}

interface Settings {
  readonly config: Config;
  readonly upstream: URL;
  /** The standard contract, with the contracts of own areas. */
  readonly contract: Contract;
  readonly areas: readonly Area[];
}

/** Returns the name of the own area that has an operation; an empty string if none has. */
const findAreaName = (areas: readonly Area[], id: OperationId): string =>
  areas.find(({ contract }) => contract?.operations.has(id) && !standardContract.operations.has(id))?.name ?? '';

/** Adds the name of the area to a read whose operation has no tag. */
const withAreaName = (areas: readonly Area[], read: ProbeResult): ProbeResult =>
  read.area === '' ? { ...read, area: findAreaName(areas, read.operation) } : read;

/** State of the token by the outcome of `GET /user`. */
function toTokenState(outcome: ProbeResult['outcome'] | undefined): Diagnosis['token'] {
  if (outcome === 'UNAUTHENTICATED') return 'refused';
  return outcome === 'readable' || outcome === 'FORBIDDEN' ? 'accepted' : 'unknown';
}

async function diagnose(settings: Settings, terminal: Terminal): Promise<Diagnosis> {
  const { config, contract, areas, upstream } = settings;
  const credential = Credential.privateToken(config.upstreamToken ?? '');
  const { proxy, authorities } = config.upstreamRoute;
  const connection = await tryConnection(upstream, authorities);
  const client = createClient(config, contract, upstream);
  try {
    // With a proxy, the upstream may be reachable although a direct connection fails.
    const results =
      connection.reachable || proxy !== undefined
        ? await probeAreas(client, credential, {
            onResult: (read) => terminal.progress(`Read ${withAreaName(areas, read).area}`),
          })
        : [];
    const reads = results.map((read) => withAreaName(areas, read));
    const [user] = reads;
    return {
      upstream: upstream.href,
      connection,
      isElsewhere: isElsewhere(reads),
      token: credential.isAnonymous ? 'none' : toTokenState(user?.outcome),
      reads,
      headers: summarizeHeaders(reads),
      ...compareResponses(contract, reads, config.upstreamNameMapping !== undefined),
    };
  } finally {
    terminal.progress('');
    await client.close();
  }
}

/** Creates the JSON report: the diagnosis without requests and responses. */
function toJsonReport({ reads, ...diagnosis }: Diagnosis) {
  const { differences, shippedWords } = diagnosis;
  return {
    ...diagnosis,
    shippedWords: shippedWords ?? null,
    reads: reads.map(({ operation, area, method, path, outcome, status, message, milliseconds }) => ({
      operation,
      area,
      method,
      path,
      outcome,
      status: status ?? null,
      message: message ?? null,
      milliseconds: milliseconds ?? null,
    })),
    suggestedWords: formatMapping(differences).join('\n'),
  };
}

/** @throws CommandFailure if a setting is invalid, the upstream is not set, or an area contains a mistake */
async function readSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
  const message =
    'UPSTREAM_URL must be set to the base URL of the REST service; the embedded sandbox cannot be checked';
  if (!env.UPSTREAM_URL) throw new CommandFailure(message);
  try {
    const config = readConfig(env);
    if (config.upstreamUrl === undefined) throw new CommandFailure(message);
    const areas = await loadAreas(config.areaModules);
    return { config, upstream: config.upstreamUrl, contract: getContractOf(areas), areas };
  } catch (error) {
    throw error instanceof ConfigError ? new CommandFailure(error.message) : error;
  }
}

/** @returns a description of the recording @throws CommandFailure if the folder cannot be written to */
function record(folder: string, contract: Contract, reads: Diagnosis['reads']): string {
  if (!reads.some(({ response }) => response !== undefined)) return 'Nothing was recorded, because no read succeeded';
  try {
    const count = recordResponses(folder, contract, reads);
    return `Recorded ${count} responses in ${folder}; set SANDBOX_CASSETTES to replay them`;
  } catch (error) {
    throw new CommandFailure(`cannot write to the folder ${folder} of --record: ${getMessage(error)}`);
  }
}

/** @returns a description of the profile @throws CommandFailure if the file cannot be written */
function saveProfile(file: string, { upstream, contract }: Settings, { reads, differences }: Diagnosis): string {
  try {
    const { absentOperations, absentAttributes } = writeProfile(file, upstream.href, contract, reads, differences);
    const attributes = Object.values(absentAttributes).flat();
    return `Recorded ${absentOperations.length} absent operations and ${attributes.length} absent attributes`;
  } catch (error) {
    throw new CommandFailure(`cannot write the file ${file} of --profile: ${getMessage(error)}`);
  }
}

/** @returns the exit status: 1 if the upstream cannot be used, or a read fails for another reason than its permissions */
export async function doctor(
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  { json, record: folder, profile: file }: DoctorOptions,
): Promise<number> {
  for (const description of describeUnknownSettings(env)) terminal.note(`portico: ${description}`);
  const settings = await readSettings(env);
  const diagnosis = await diagnose(settings, terminal);
  if (json) terminal.printJson(toJsonReport(diagnosis));
  else printDiagnosis(terminal, diagnosis);
  if (folder !== undefined) terminal.note(record(folder, settings.contract, diagnosis.reads));
  const { connection, token, reads } = diagnosis;
  const isUsable = connection.reachable && token !== 'refused' && reads.some(({ outcome }) => outcome === 'readable');
  if (file !== undefined) {
    if (!isUsable)
      throw new CommandFailure('--profile requires an upstream that responds to the token; no profile is written');
    terminal.note(`${saveProfile(file, settings, diagnosis)} in ${file}; set UPSTREAM_PROFILE to use it`);
    terminal.note('No write was sent: add the writes that the service lacks to the profile');
  }
  return isUsable && !reads.some((read) => getLevel(read) === 'bad') ? 0 : 1;
}
