/** Recognizes curl commands among the arguments of the command. */
import { CommandFailure } from '../../helpers/command-failure.ts';

const curlName = /^(?:\S*\/)?curl(?:\.exe)?$/;

/** Whether a text is a curl command, also after the prompt of a shell. */
export const isCurlCommand = (text: string): boolean =>
  curlName.test(
    text
      .trim()
      .replace(/^\$\s+/, '')
      .replace(/\s.*$/s, ''),
  );

/**
 * Checks that the options of a curl command are not arguments of `find`, which would read them as its own options and print them.
 * @throws CommandFailure if the command is not one argument
 */
export function checkCurlArguments([command, ...args]: readonly string[]): void {
  const start = command === 'find' ? args.findIndex((argument) => curlName.test(argument)) : -1;
  if (start !== -1 && args.slice(start + 1).some((argument) => /^-./.test(argument)))
    throw new CommandFailure(
      "quote the whole curl command, so that it is one argument: portico find --curl 'curl …'; a command that contains quotes can be pasted after portico find --curl - and ended with Ctrl+D",
    );
}
