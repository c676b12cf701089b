/** Failure of a command. The message is printed for the user, without a stack trace. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** Returns the message of a thrown value. */
export const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
