/**
 * Header of an error response of the sandbox about a mistake in the area, such as a missing handler. No REST service sends it. The facade
 * shows the message of such a response, but no other message with a status from 500 on.
 */
export const sandboxProblemHeader = 'x-sandbox-problem';
