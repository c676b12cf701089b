import type { Call, Interceptor, OutgoingRequest } from '../call.ts';
import { decodeFile } from '../content-encoding.ts';
import type { RestError } from '../errors.ts';
import type { FindRedirectTarget } from '../redirects.ts';
import type { Download } from '../request.ts';
import type { ResponseConverter } from '../responses.ts';
import type { UpstreamConnections } from '../upstream-connection.ts';

/** Sends requests to the upstream, and interprets its responses. */
export interface UpstreamContext {
  readonly connections: UpstreamConnections;
  readonly findRedirectTarget: FindRedirectTarget;
  readonly responses: ResponseConverter;
}

async function requestFile(
  { connections, findRedirectTarget, responses }: UpstreamContext,
  call: Call,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<Download> {
  let { path } = outgoing;
  for (let redirects = 0; ; redirects++) {
    const received = await connections.open(outgoing, path, signal);
    const head = { status: received.statusCode, headers: received.headers };
    responses.recordHead(call, head);
    const target = findRedirectTarget(outgoing, head, path, redirects);
    if (target === undefined) {
      const file = await decodeFile(head.status, received.headers, received.body);
      return responses.convertFile(call, { status: head.status, ...file });
    }
    await received.body.dump();
    path = target;
  }
}

/** Opens downloads. Each occupies its slot in the queue until its body has been read or destroyed. */
export function openDownload(context: UpstreamContext): Interceptor {
  const open = async (call: Call, outgoing: OutgoingRequest): Promise<Download> => {
    const { cancellation, slot } = call;
    const abort = new AbortController();
    const abortRequest = (reason: RestError) => abort.abort(reason);
    cancellation.listen(abortRequest);
    const end = () => {
      slot?.release();
      cancellation.unlisten(abortRequest);
    };
    try {
      const download = await requestFile(context, call, outgoing, abort.signal);
      // A body that is destroyed before its end emits an error, which is uncaught if the body has no reader.
      download.body.on('error', () => undefined);
      if (download.body.closed) end();
      else download.body.once('close', end);
      return download;
    } catch (error) {
      end();
      throw error;
    }
  };
  return (call, receiver, next) => {
    if (!call.isDownload || call.outgoing === undefined) next(call, receiver);
    else open(call, call.outgoing).then(receiver.resolve, receiver.reject);
  };
}
