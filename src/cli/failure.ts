/** Why a command cannot do its work, in words for whoever called it. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The message of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
