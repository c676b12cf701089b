/** Network address that a request counts for, and what else trusted proxies report about its client. */
import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import type { TraceHeaders } from './observe/tracing.ts';
import { headerOf } from './operation/context.ts';

/** Upper bounds on the evaluated addresses of a header, and on the characters of each. */
const [maxHops, maxAddressLength] = [32, 64];
const withPort = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;
const mapped = /^::ffff:(?=\d+\.)/;

/** Normalizes an address: without a port, and IPv4-mapped IPv6 as IPv4; `undefined` for any other string. */
export function normalizeAddress(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const trimmed = text.trim();
  const [, inBrackets, beforePort] = withPort.exec(trimmed) ?? [];
  const address = inBrackets ?? beforePort ?? trimmed;
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes('%')) return undefined;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(mapped, '');
}

/** Network of one client: the IPv4 address itself, or the first 64 bits of an IPv6 address. */
export function networkOf(address = ''): string {
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros: string[] = new Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = tail === undefined ? front : [...front, ...zeros, ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Parts of a request that determine its address. */
export interface AddressedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Distinguishes the clients behind trusted proxies. */
export class ClientAddresses {
  readonly #proxies: BlockList | undefined;

  /** @param proxies networks whose `X-Forwarded-For` is trusted. Defaults to none */
  constructor(proxies: BlockList | undefined) {
    this.#proxies = proxies;
  }

  /** Whether a request comes directly from a trusted proxy. */
  #isFromProxy({ socket }: AddressedRequest): boolean {
    return this.#proxies !== undefined && this.#trusts(normalizeAddress(socket.remoteAddress ?? ''));
  }

  /** Network that a request counts for. */
  networkOf({ socket, headers }: AddressedRequest): string {
    if (this.#proxies === undefined) return networkOf(socket.remoteAddress);
    return networkOf(this.#clientOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? '')));
  }

  /** Client address to forward to the upstream; `undefined` if no trusted proxy reported it. */
  addressOf({ socket, headers }: AddressedRequest): string | undefined {
    if (this.#proxies === undefined) return undefined;
    const client = this.#clientOf(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''));
    return normalizeAddress(client);
  }

  /** Trace context of a request; `undefined` if the request does not come directly from a trusted proxy. */
  traceHeadersOf(request: AddressedRequest): TraceHeaders | undefined {
    if (!this.#isFromProxy(request)) return undefined;
    const { headers } = request;
    return { traceparent: headerOf(headers, 'traceparent'), tracestate: headerOf(headers, 'tracestate') };
  }

  /**
   * Last address that is not of a trusted proxy, from the connection back through the header. An invalid address ends
   * the search. `proxy-addr` returns an invalid address as that of the client, and splits the whole header before it trusts any of it.
   */
  #clientOf(peer: string, forwarded: string): string {
    let client = normalizeAddress(peer) ?? peer;
    let end = forwarded.length;
    for (let hops = 0; hops < maxHops && end > 0 && this.#trusts(client); hops++) {
      const comma = forwarded.lastIndexOf(',', end - 1);
      const before = normalizeAddress(forwarded.slice(Math.max(comma + 1, end - maxAddressLength - 1), end));
      if (before === undefined) return client;
      client = before;
      end = comma;
    }
    return client;
  }

  #trusts(address: string | undefined): boolean {
    if (this.#proxies === undefined || address === undefined) return false;
    return this.#proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  }
}
