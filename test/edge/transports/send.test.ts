/** Bytes of a stream that its client has not read. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { UnsentBytes } from '../../../src/edge/operation/unsent-bytes.ts';
import { sendStream } from '../../../src/edge/transports/send.ts';
import { Callers } from '../../../src/rest/callers.ts';
import { Credential } from '../../../src/rest/credential.ts';

const waitForImmediate = () => new Promise((resolve) => setImmediate(resolve));

/** Connection whose client reads when `finishWrite` is called. */
class StalledSocket extends Socket {
  #proceed: (() => void) | undefined;

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    this.#proceed = done;
  }

  override _writev(_chunks: unknown, done: () => void): void {
    this.#proceed = done;
  }

  finishWrite(): void {
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }
}

function start(limit: number, eventBytes: number) {
  const unsent = new UnsentBytes({ maxUnsentBytes: 1_000_000, maxUnsentBytesPerCaller: limit }, new Callers());
  const socket = new StalledSocket();
  const response = new ServerResponse(new IncomingMessage(socket));
  response.assignSocket(socket);
  const state = { requested: 0, isClosed: false };
  async function* events() {
    try {
      while (true) {
        state.requested += 1;
        yield Buffer.alloc(eventBytes);
      }
    } finally {
      state.isClosed = true;
    }
  }
  const sent = sendStream(events(), response, { unsent, credential: Credential.anonymous }).catch(() => undefined);
  return {
    unsent,
    socket,
    state,
    sent,
    isLimited: () => unsent.getAdmissionError(Credential.anonymous) !== undefined,
  };
}

test('counts an event of a stream as unsent until its client has read it, and requests the next event afterwards', async () => {
  const { socket, state, sent, isLimited } = start(10_000, 40_000);
  for (let count = 0; count < 10; count++) await waitForImmediate();
  expect(state.requested).toBe(1);
  expect(isLimited()).toBe(true);
  const finishWrites = async () => {
    socket.finishWrite();
    await waitForImmediate();
    return state.requested;
  };
  await expect.poll(finishWrites).toBe(2);
  socket.destroy();
  await sent;
  expect(state.isClosed).toBe(true);
  expect(isLimited()).toBe(false);
});
