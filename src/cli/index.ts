/** The command `portico` and its subcommands. What a subcommand needs is imported when it is called. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import type { CheckOptions } from './check/index.ts';
import type { DoctorOptions } from './doctor/index.ts';
import type { ExplainOptions } from './explain.ts';
import { CommandFailure } from './failure.ts';
import type { FindOptions } from './find/index.ts';
import { type Outlet, Terminal } from './terminal.ts';

export interface RunOptions {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout?: Outlet;
  readonly stderr?: Outlet;
  /** Reads standard input, for the file name `-`. */
  readonly stdin?: () => string;
}

const json = () => new Option('--json', 'print JSON');

/** A number of calls, as an option gives it. */
function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandFailure(`--max-calls must be a whole number, not "${text}"`);
  return Number(text);
}

/** Runs the command. @returns its exit status: 0 for success, 1 for a failure or a violation */
export async function run(argv: readonly string[], options: RunOptions): Promise<number> {
  const {
    version,
    env,
    stdout = process.stdout,
    stderr = process.stderr,
    stdin = () => readFileSync(0, 'utf8'),
  } = options;
  const terminal = new Terminal({ stdout, stderr, env });
  let status = 0;
  const program = new Command('portico')
    .description('A GraphQL facade over the REST interface of a source-code hosting service.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'portico: ')),
    })
    .addHelpText('after', '\nWithout a command, it starts the facade. Each command has its own --help.');

  program
    .command('start')
    .description('start the facade, with the settings of the environment')
    .addOption(json())
    .action(async (given: { json?: true }) => {
      const { start } = await import('./start.ts');
      status = await start(env, given);
    });

  program
    .command('schema')
    .description('print the schema of the graph')
    .option('--subgraph', 'print what a gateway composes')
    .addOption(json().default(undefined, 'SDL').conflicts('subgraph'))
    .action(async (given: { subgraph?: true; json?: true }) => {
      const { printSchema } = await import('./schema.ts');
      printSchema(terminal, given);
    });

  program
    .command('explain')
    .description('show which REST calls an operation may make, without a server')
    .argument('<file...>', 'files with the operation and its fragments; - for standard input')
    .option('--variables <file>', 'values of the variables, a JSON object')
    .option('--operation <name>', 'operation to explain, where there are several')
    .addOption(json())
    .action(async (files: string[], given: ExplainOptions) => {
      const { explain } = await import('./explain.ts');
      await explain(terminal, files, given, stdin);
    });

  program
    .command('check')
    .description('validate the operations of an application and hold their REST calls to a budget')
    .argument('<file...>', "files with operations, in GraphQL or code, or patterns such as 'src/**/*.{graphql,ts,tsx}'")
    .option(
      '--max-calls <number>',
      'REST calls that an operation may need, those for lists of unstated length aside',
      count,
      50,
    )
    .option('--schema <url>', 'validate against the schema of a running facade, or of a file')
    .addOption(
      new Option('--format <format>', 'github: annotations; markdown: a table to commit')
        .choices(['text', 'github', 'markdown', 'json'])
        .default('text'),
    )
    .addOption(json().implies({ format: 'json' }))
    .action(async (files: string[], given: CheckOptions) => {
      const { checkFiles } = await import('./check/index.ts');
      status = await checkFiles(terminal, files, given, stdin);
    });

  program
    .command('find')
    .description('find the query or mutation that makes a REST call')
    .argument('<call...>', "as 'GET /projects/:id/pipelines?status=failed', a URL, or the id of an operation")
    .option('--curl', 'take a curl command; its credentials are dropped')
    .addOption(json())
    .action(async (call: string[], given: FindOptions) => {
      const { findAndPrint } = await import('./find/index.ts');
      await findAndPrint(terminal, call, given, env);
    });

  program
    .command('doctor')
    .description('ask the configured upstream what it answers to the configured token; nothing is written')
    .option('--record <folder>', 'keep the answers there, without what they say, for SANDBOX_CASSETTES')
    .addOption(json())
    .action(async (given: DoctorOptions) => {
      const { doctor } = await import('./doctor/index.ts');
      status = await doctor(terminal, env, given);
    });

  try {
    await program.parseAsync(argv.length === 0 ? ['start'] : argv, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandFailure)) throw error;
    for (const line of error.message.split('\n')) terminal.note(`portico: ${line}`);
    return 1;
  }
}
