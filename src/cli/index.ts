/** The command `portico`. Each subcommand imports its modules when it runs. */
import { text } from 'node:stream/consumers';
import { Command, CommanderError, Option } from 'commander';
import { checkCurlArguments } from '../graph/find/curl-arguments.ts';
import { CommandFailure } from '../helpers/command-failure.ts';
import type { CheckOptions } from './check/index.ts';
import type { DoctorOptions } from './doctor/index.ts';
import type { ReadInput } from './documents.ts';
import type { ExplainOptions } from './explain.ts';
import type { FindOptions } from './find.ts';
import { type OutputStream, Terminal } from './terminal.ts';
import type { TypesOptions } from './types.ts';

export interface RunOptions {
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout?: OutputStream;
  readonly stderr?: OutputStream;
  /** Reads standard input, for the file name `-`. */
  readonly stdin?: ReadInput;
}

/** Examples that `--help` shows below the options: lines for a shell. */
const formatShellExamples = (...lines: readonly string[]): string =>
  `\n${['Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n')}`;

/** Examples of arguments of the command. */
const formatExamples = (...args: readonly string[]): string =>
  formatShellExamples(...args.map((each) => `portico ${each}`));

/** Settings of the examples that need a REST service. */
const [upstreamUrl, upstreamToken] = ['UPSTREAM_URL=https://forge.example.com/api/v4', 'UPSTREAM_TOKEN=$TOKEN'];

/** Codes of usage errors of commander, after which the help of the command is suggested. */
const usageErrors: ReadonlySet<string> = new Set([
  'commander.missingArgument',
  'commander.optionMissingArgument',
  'commander.unknownOption',
  'commander.excessArguments',
]);

const createJsonOption = (description = 'print JSON') => new Option('--json', description);

/** Options that add the areas of modules to a command. */
interface AreaOptions {
  readonly area?: readonly string[];
}

const createAreaOption = () =>
  new Option('--area <module>', 'add the areas that a module exports; may be repeated').argParser(
    (path: string, paths: readonly string[] = []) => [...paths, path],
  );

/** Adds the modules of `--area` to those of AREA_MODULES in an environment. */
const withAreas = (env: NodeJS.ProcessEnv, { area = [] }: AreaOptions): NodeJS.ProcessEnv =>
  area.length === 0 ? env : { ...env, AREA_MODULES: [env.AREA_MODULES, ...area].filter(Boolean).join(',') };

/** Options of `portico start` that replace settings of the same meaning. */
interface StartOptions extends AreaOptions {
  readonly port?: string;
  readonly upstream?: string;
  readonly sandbox?: true;
  readonly json?: true;
}

/** Replaces the settings of an environment by those of options. */
function withOptions(env: NodeJS.ProcessEnv, options: StartOptions): NodeJS.ProcessEnv {
  const { port, upstream, sandbox } = options;
  return {
    ...withAreas(env, options),
    ...(port !== undefined && { PORT: port }),
    ...(upstream !== undefined && { UPSTREAM_URL: upstream }),
    ...(sandbox && { SANDBOX: 'true' }),
  };
}

/** @throws CommandFailure if the value of `--max-calls` is not an integer of at most nine digits */
function parseMaxCalls(value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new CommandFailure(`--max-calls must be an integer from 0 to 999999999, not "${value}"`);
  return Number(value);
}

/** Runs the command. @returns its exit status: 0 for success, 1 for a failure or a violation */
export async function run(argv: readonly string[], options: RunOptions): Promise<number> {
  const {
    version,
    env,
    stdout = process.stdout,
    stderr = process.stderr,
    // A synchronous read fails while a terminal or a pipe has no input yet.
    stdin = () => text(process.stdin),
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
    .addHelpText(
      'after',
      `${formatExamples('start --sandbox', 'start --upstream https://forge.example.com/api/v4', 'explain src', "find 'retry a pipeline'")}\n\nWithout a command, starts the facade. Run portico <command> --help for the options and examples of a command.`,
    );

  program
    .command('start')
    .description('start the facade; environment variables have all settings')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--upstream <url>', 'base URL of the REST service (UPSTREAM_URL)')
    .option('--sandbox', 'start the sandbox, too, and use it as the REST service (SANDBOX)')
    .addOption(createAreaOption())
    .addOption(createJsonOption('print the URLs, and the tokens of the sandbox, as one line of JSON'))
    .addHelpText(
      'after',
      `${formatExamples(
        'start --sandbox',
        'start --upstream https://forge.example.com/api/v4 --port 8080',
        'start --sandbox --json',
        'start --sandbox --area ./my-area.ts',
      )}\n\ndocs/settings.md of the package portico lists the environment variables, such as UPSTREAM_TOKEN.`,
    )
    .action(async (startOptions: StartOptions) => {
      const { start } = await import('./start.ts');
      status = await start(withOptions(env, startOptions), startOptions);
    });

  program
    .command('sandbox')
    .description('start the sandbox alone: a REST service with invented data')
    .option('--port <number>', 'port to listen on (PORT); defaults to 4010')
    .addHelpText(
      'after',
      `${formatExamples('sandbox', 'sandbox --port 4020')}\n\nHOST, SANDBOX_WORDS and SANDBOX_CASSETTES have the same meaning as for portico start.`,
    )
    .action(async (sandboxOptions: StartOptions) => {
      const { serveSandbox } = await import('./sandbox.ts');
      await serveSandbox(terminal, withOptions(env, sandboxOptions));
    });

  program
    .command('init')
    .description('create a small application with a server, a typed page and a test')
    .argument('[folder]', 'folder of the application', '.')
    .addHelpText('after', formatExamples('init', 'init my-application'))
    .action(async (folder: string) => {
      const { createApplication } = await import('./templates.ts');
      createApplication(terminal, folder, version);
    });

  program
    .command('new-area')
    .description('create an area of your own: contract, fields, sandbox and test')
    .argument('<name>', 'noun in the singular, such as release or deploy-key')
    .argument('[folder]', 'folder of your areas', 'areas')
    .addHelpText('after', formatExamples('new-area release', 'new-area deploy-key src/areas'))
    .action(async (name: string, folder: string) => {
      const { createArea } = await import('./templates.ts');
      await createArea(terminal, name, folder);
    });

  program
    .command('schema')
    .description('print the schema of the graph')
    .option('--subgraph', 'print the subgraph SDL for a federated gateway')
    .addOption(createAreaOption())
    .addOption(createJsonOption('print the result of the introspection query').conflicts('subgraph'))
    .addHelpText(
      'after',
      formatExamples('schema > schema.graphql', 'schema --subgraph > subgraph.graphql', 'schema --json > schema.json'),
    )
    .action(async (schemaOptions: AreaOptions & { subgraph?: true; json?: true }) => {
      const { printSchema } = await import('./schema.ts');
      await printSchema(terminal, schemaOptions, withAreas(env, schemaOptions));
    });

  program
    .command('explain')
    .description('show the REST calls that an operation may make; needs no server')
    .argument(
      '<path...>',
      "files or folders with operations and fragments, or patterns such as 'src/**/*.graphql'; - for standard input",
    )
    .option('--variables <values>', 'values of the variables: a JSON object, or a file that contains one')
    .option('--operation <name>', 'name of the operation to explain; defaults to all operations')
    .addOption(createAreaOption())
    .addOption(createJsonOption())
    .addHelpText(
      'after',
      formatExamples(
        'explain overview.graphql',
        'explain src --operation Pipelines',
        'explain overview.graphql --variables \'{"project": "14"}\'',
        "explain 'src/**/*.graphql' --operation Pipelines --variables variables.json --json",
        "explain - <<< '{ currentUser { name } }'",
      ),
    )
    .action(async (files: string[], explainOptions: ExplainOptions & AreaOptions) => {
      const { explain } = await import('./explain.ts');
      await explain(terminal, files, explainOptions, stdin, withAreas(env, explainOptions));
    });

  program
    .command('check')
    .description('validate the operations of an application and check their REST calls against a budget')
    .argument(
      '<path...>',
      "files or folders with operations, in GraphQL or code, or patterns such as 'src/**/*.{graphql,ts,tsx}'; - for standard input",
    )
    .option(
      '--max-calls <number>',
      'maximum number of REST calls of an operation, without estimated calls for lists of unknown length',
      parseMaxCalls,
      50,
    )
    .option(
      '--schema <url>',
      'validate against the schema of a running facade or of a file; defaults to the schema of this version',
    )
    .addOption(
      new Option(
        '--format <format>',
        'format of the report; github: annotations of a pull request; markdown: a table to commit',
      )
        .choices(['text', 'github', 'markdown', 'json'])
        .default('text'),
    )
    .addOption(createAreaOption())
    .addOption(createJsonOption().implies({ format: 'json' }))
    .addHelpText(
      'after',
      formatExamples(
        'check src',
        'check src/overview.graphql src/pipelines.graphql',
        "check 'src/**/*.{graphql,ts,tsx}' --max-calls 10",
        'check src --schema http://localhost:4000/graphql --format github',
      ),
    )
    .action(async (files: string[], checkOptions: CheckOptions & AreaOptions) => {
      const { checkFiles } = await import('./check/index.ts');
      status = await checkFiles(terminal, files, checkOptions, stdin, withAreas(env, checkOptions));
    });

  program
    .command('find')
    .description('find the query or mutation that makes a REST call')
    .argument(
      '<call...>',
      "method and path such as 'GET /projects/:id/pipelines?status=failed', URL, operation id, field such as Project.pipelines, description such as 'retry a pipeline', or curl command as one argument; - for standard input",
    )
    .option('--curl', 'require a curl command; its credentials are dropped')
    .addOption(createAreaOption())
    .addOption(createJsonOption())
    .addHelpText(
      'after',
      formatExamples(
        "find 'GET /projects/:id/pipelines?status=failed'",
        'find retryPipeline',
        'find Project.pipelines',
        "find 'retry a pipeline'",
        "find --curl 'curl -X POST https://forge.example.com/api/v4/projects/14/labels -d name=bug -d color=red'",
        "find --area ./my-area.ts 'GET /projects/14/members'",
      ),
    )
    .action(async (call: string[], findOptions: FindOptions & AreaOptions) => {
      const { findAndPrint } = await import('./find.ts');
      const typed = call.join(' ');
      await findAndPrint(terminal, typed === '-' ? await stdin() : typed, findOptions, withAreas(env, findOptions));
    });

  program
    .command('types')
    .description(
      'generate the TypeScript types of the contract of an area; needs the packages openapi-typescript and typescript@5',
    )
    .argument('<contract>', 'OpenAPI document of the area, in YAML or JSON')
    .option('--out <file>', 'file to write; defaults to the standard output')
    .addHelpText('after', formatExamples('types my-area.yaml --out my-area.gen.ts'))
    .action(async (contract: string, typesOptions: TypesOptions) => {
      const { printTypes } = await import('./types.ts');
      await printTypes(terminal, contract, typesOptions);
    });

  program
    .command('doctor')
    .description('check the REST service of UPSTREAM_URL with the token of UPSTREAM_TOKEN; sends GET requests only')
    .option(
      '--record <folder>',
      'save the responses to a folder for SANDBOX_CASSETTES, with strings and ids replaced by placeholders',
    )
    .option(
      '--profile <file>',
      'write the reads and attributes that the service lacks to a file for UPSTREAM_PROFILE; writes are not tried',
    )
    .addOption(createAreaOption())
    .addOption(createJsonOption())
    .addHelpText(
      'after',
      formatShellExamples(
        `export ${upstreamUrl} ${upstreamToken}`,
        'portico doctor',
        'portico doctor --record cassettes',
        'portico doctor --profile profile.yaml',
        'portico doctor --area ./my-area.ts',
        'portico doctor --json',
      ),
    )
    .action(async (doctorOptions: DoctorOptions & AreaOptions) => {
      const { doctor } = await import('./doctor/index.ts');
      status = await doctor(terminal, withAreas(env, doctorOptions), doctorOptions);
    });

  try {
    checkCurlArguments(argv);
    await program.parseAsync(argv.length === 0 ? ['start'] : argv, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      const command = program.commands.find((each) => each.name() === argv[0]);
      const help = ['portico', ...(command === undefined ? [] : [command.name()]), '--help'].join(' ');
      if (usageErrors.has(error.code)) terminal.note(`Run ${help} for options and examples.`);
      return error.exitCode;
    }
    if (!(error instanceof CommandFailure)) throw error;
    // Indented lines continue the one before them.
    for (const line of error.message.split('\n')) terminal.note(line.startsWith('  ') ? line : `portico: ${line}`);
    return 1;
  }
}
