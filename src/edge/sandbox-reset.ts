/** Reset of the embedded sandbox over HTTP. */
import { RequestError } from './operation/request-error.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Returns the handler of POST requests to a path; `undefined` for any path other than `/sandbox/reset`.
 * @param reset `undefined` with any other upstream
 */
export function createSandboxReset(reset: (() => void) | undefined) {
  return (path: string) => {
    if (reset === undefined || path !== '/sandbox/reset') return undefined;
    return async ({ request, response }: RequestContext): Promise<void> => {
      // Pages of other origins cannot send a custom header without a preflight.
      if (request.headers['x-portico-reset'] === undefined)
        throw new RequestError('FORBIDDEN', 'The header X-Portico-Reset is required');
      reset();
      response.writeHead(204).end();
    };
  };
}
