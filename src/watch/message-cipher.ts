import type { Seal } from './redis/sealing.ts';
import type { ServerTime } from './redis/server-time.ts';
import { readMessage, type TopicMessage, writeMessage } from './topic-messages.ts';

/** Encrypts and decrypts the messages of one topic, and converts the times of states between the clocks. */
export class MessageCipher {
  readonly #seal: Seal;
  readonly #time: ServerTime;

  constructor(seal: Seal, time: ServerTime) {
    this.#seal = seal;
    this.#time = time;
  }

  encrypt(message: TopicMessage): Buffer {
    return this.#seal.encrypt(
      writeMessage(this.#withEstimatedTime(message), (localAt) => this.#time.toServer(localAt)),
    );
  }

  /** Replaces the earliest possible time of a state by the estimated time, and adds the error of the conversion to `timeErrorMs`, which `decrypt` subtracts. */
  #withEstimatedTime(message: TopicMessage): TopicMessage {
    if (message.kind !== 'state') return message;
    const timeErrorMs = message.timeErrorMs + this.#time.errorMs;
    return { ...message, timeErrorMs, state: { ...message.state, readAt: message.state.readAt + message.timeErrorMs } };
  }

  /** Decrypts a message; returns `undefined` if it was not encrypted for this topic and credential. */
  decrypt(sealed: Buffer): TopicMessage | undefined {
    const serialized = this.#seal.decrypt(sealed);
    if (serialized === undefined) return undefined;
    const message = readMessage(serialized, (serverAt) => this.#time.toLocal(serverAt));
    if (message.kind !== 'state') return message;
    const timeErrorMs = message.timeErrorMs + this.#time.errorMs;
    return { ...message, timeErrorMs, state: { ...message.state, readAt: message.state.readAt - timeErrorMs } };
  }
}
