/** Portico below `/portico/` of an application of Next.js. Route handlers have no WebSockets: subscriptions use Server-Sent Events. */
import { createPortico, type Portico } from 'portico';

/** Created by the first request: the build imports this module without the settings of the server. */
let portico: Promise<Portico> | undefined;

async function handle(request: Request): Promise<Response> {
  portico ??= createPortico({
    publicUrl: `http://localhost:${process.env.PORT ?? 3000}/portico/`,
    upstreamUrl: process.env.UPSTREAM_URL,
  });
  return (await portico).fetch(request);
}

export { handle as GET, handle as OPTIONS, handle as POST };
